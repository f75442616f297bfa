fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    println!("args {args:?}");
    sample::busy(300);
    if args.first().map(String::as_str) == Some("fail") {
        std::process::exit(7);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn unit_of_the_program() {
        assert!(sample::busy(300) != 1);
    }
}
