fn main() {
    println!("bench args {:?}", std::env::args().skip(1).collect::<Vec<_>>());
    sample::busy(300);
}
