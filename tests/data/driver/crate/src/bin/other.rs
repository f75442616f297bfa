fn main() {
    sample::busy(300);
}
