//! Work that takes a while, in functions that keep their names.

use std::hint::black_box;
use std::time::{Duration, Instant};

#[inline(never)]
pub fn churn(rounds: u64) -> u64 {
    let mut sum = 0u64;
    for i in 0..rounds {
        sum = black_box(sum.wrapping_mul(31).wrapping_add(i));
    }
    sum
}

#[cfg(feature = "extra")]
#[inline(never)]
pub fn extra_churn(rounds: u64) -> u64 {
    black_box(churn(rounds)) + 1
}

/// Works for that many thousandths of a second, or for as many as SPIN says.
#[inline(never)]
pub fn busy(millis: u64) -> u64 {
    let millis = std::env::var("SPIN").map_or(millis, |s| s.parse().unwrap());
    let end = Instant::now() + Duration::from_millis(millis);
    let mut sum = 0;
    while Instant::now() < end {
        #[cfg(feature = "extra")]
        {
            sum ^= extra_churn(10_000);
        }
        sum ^= churn(10_000);
    }
    sum
}

#[cfg(test)]
mod tests {
    #[test]
    fn unit_of_the_library() {
        assert!(super::busy(300) != 1);
    }
}
