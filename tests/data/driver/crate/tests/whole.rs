#[test]
fn takes_a_while() {
    println!("shown by nocapture");
    assert!(sample::busy(300) != 1);
}
