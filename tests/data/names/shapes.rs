// Shapes of Rust names: tests/names.bats builds this and reads its symbols.
#![allow(uncommon_codepoints)]
use std::collections::HashMap;
use std::fmt::Debug;
use std::hint::black_box;

trait Shape {
    fn area(&self) -> f64;
    fn twice(&self) -> f64 {
        self.area() * 2.0
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Point<T, const N: usize>([T; N]);

impl<T: Copy + Into<f64>, const N: usize> Shape for Point<T, N> {
    #[inline(never)]
    fn area(&self) -> f64 {
        self.0.iter().map(|&x| x.into()).filter(|x| *x > 0.5).sum()
    }
}

impl<T: Debug> Point<T, 2> {
    #[inline(never)]
    fn show(&self) -> String {
        static SEEN: std::sync::Mutex<u32> = std::sync::Mutex::new(0);
        *SEEN.lock().unwrap() += 1;
        format!("{:?}", self.0)
    }
}

mod größe {
    #[inline(never)]
    pub fn 铁锈<const C: char, const B: bool, const I: i16, const U: u64>() -> u64 {
        std::hint::black_box(C as u64 + B as u64 + I as u64 + U)
    }
}

#[inline(never)]
fn call<F: Fn(&u8, &mut [u16]) -> bool + ?Sized>(f: &F) -> bool {
    f(&1, &mut [2, 3])
}

#[inline(never)]
fn size<T: ?Sized>(_: &T) -> usize {
    std::mem::size_of_val(&black_box(0u8)) + std::any::type_name::<T>().len()
}

#[inline(never)]
fn never(x: u32) -> ! {
    panic!("{}", x)
}

extern "C" fn c_side(x: i32) -> i32 {
    x + 1
}

extern "C" {
    fn printf(format: *const u8, ...) -> i32;
}

fn main() {
    let p = Point([1.0f32, 2.0]);
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(p.clone()), Box::new(Point([1u8; 3]))];
    let area: f64 = shapes.iter().map(|s| s.area() + s.twice()).sum();
    println!("{} {}", area, p.show());
    println!("{}", größe::铁锈::<'é', true, -152, 0xffff_ffff_ffff>());
    println!("{}", größe::铁锈::<'\n', false, 0, 0>());
    let n = black_box(7u8);
    println!("{}", call(&|a: &u8, b: &mut [u16]| b.len() > (*a + n) as usize));
    let boxed: Box<dyn Fn(&u8, &mut [u16]) -> bool + Send> = Box::new(|_, _| true);
    println!("{}", call(&*boxed));
    println!("{}", size(&(1u8, "two", [3i64; 4], 'c', ())));
    println!("{}", size(&(c_side as extern "C" fn(i32) -> i32)));
    println!("{}", size(&(call::<dyn Fn(&u8, &mut [u16]) -> bool> as fn(&_) -> bool)));
    let f: for<'a, 'b> fn(&'a str, &'b mut Vec<&'a str>) = |a, b| b.push(a);
    println!("{}", size(&f));
    println!("{}", size(&(never as fn(u32) -> !)));
    println!("{}", size(&(&p as *const Point<f32, 2>, (n,))));
    println!("{}", size::<dyn Debug>(&Some(Ok::<_, String>(n))));
    println!("{}", size::<dyn Iterator<Item = (usize, &u8)>>(&[n].iter().enumerate()));
    println!("{}", size(&(printf as unsafe extern "C" fn(*const u8, ...) -> i32)));
    let mut map: HashMap<Point<u8, 2>, Vec<Option<&str>>> = HashMap::new();
    map.entry(Point([n; 2])).or_default().push(Some("x"));
    let mut keys: Vec<_> = map.keys().cloned().collect();
    keys.sort_by(|a, b| b.cmp(a));
    println!("{:?} {:?}", map, keys);
    let sum = std::thread::spawn(move || (0..n).map(|x| x as u32).sum::<u32>());
    if sum.join().unwrap() > 1000 {
        never(1);
    }
}
