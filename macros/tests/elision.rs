//! Annotated programs compile with the macros alone and run as the serial program.
#![deny(unused)]
#![allow(clippy::needless_range_loop)]

extern crate hp5_macros as hp5;

#[hp5::region(name("jacobi"), serial(jacobi_serial))]
/// One sweep per pass.
pub fn jacobi(a: &mut Vec<f64>, b: &mut Vec<f64>, m: usize, sweeps: usize) {
    #[hp5::array_tile(a: [32, *], b: [32, *])]
    for _ in 0..sweeps {
        #[hp5::task_tile(i = 32, in(a[i-1..=i+1, ..]), out(b[i, ..]))]
        for i in 1..m - 1 {
            for j in 1..m - 1 {
                #[rustfmt::skip]
                let around = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
                b[i * m + j] = 0.25 * around;
            }
        }
        #[::hp5::task_wait]
        std::mem::swap(a, b);
    }
}

#[test]
fn region_strips_and_keeps_a_serial_twin() {
    let start: Vec<f64> = (0..64).map(f64::from).collect();
    let (mut a, mut b) = (start.clone(), start.clone());
    let (mut c, mut d) = (start.clone(), start.clone());
    jacobi(&mut a, &mut b, 8, 3);
    jacobi_serial(&mut c, &mut d, 8, 3);
    assert_eq!(a, c);
    assert_eq!(a[9], 9.0, "a linear field is its own average");
}

#[hp5::array_tile(a: [16])]
#[hp5::region(serial(before_serial))]
fn before(a: &mut [u32]) {
    #[hp5::task]
    a[0] = 7;
    #[hp5::task(inout(a[0]))]
    a[0] += 1;
    #[hp5::task(inout(a[0]), if(a.len() > 3), priority(2), name("third"))]
    {
        a[0] *= 2;
    }
}

#[hp5::region]
#[hp5::array_tile(a: [16], default: [*])]
fn after(a: &mut [u32]) -> u32 {
    #[hp5::task]
    #[hp5::inout(a)]
    #[hp5::r#if(a.len() > 2)]
    #[hp5::nested]
    a.iter_mut().for_each(|x| *x += 1);
    #[hp5::task_wait]
    {}
    #[hp5_macros::task_wait]
    a[0]
}

#[test]
fn templates_stand_beside_regions_in_either_order() {
    let mut a = [0; 4];
    before(&mut a);
    assert_eq!(a[0], 16);
    before_serial(&mut a);
    assert_eq!(after(&mut a), 17);
}

struct Plate {
    u: Vec<f64>,
    m: usize,
}

#[hp5::annotated]
impl Plate {
    #[hp5::region(serial(relax_serial))]
    #[inline]
    pub(crate) fn relax(&mut self) -> Result<f64, String> {
        if self.m == 0 {
            return Err("empty".into());
        }
        #[hp5::task_tile(i = 4)]
        for i in 1..self.u.len() {
            self.u[i] += self.u[i - 1];
        }
        #[hp5::task_wait]
        Ok(self.u[self.m])
    }

    fn total(&self) -> f64 {
        let mut s = 0.0;
        #[hp5::region(name("total"))]
        {
            #[hp5::task_tile(i = 4)]
            #[hp5::reduction(+: s)]
            for i in 0..self.u.len() {
                s += self.u[i];
            }
        }
        s
    }
}

#[test]
fn methods_and_regions_as_blocks() {
    let mut plate = Plate {
        u: vec![1.0; 5],
        m: 4,
    };
    assert_eq!(plate.relax(), Ok(5.0));
    assert_eq!(plate.total(), 15.0);
    let mut again = Plate {
        u: vec![1.0; 5],
        m: 4,
    };
    assert_eq!(again.relax_serial(), Ok(5.0));
    assert_eq!(Plate { u: vec![], m: 0 }.relax(), Err("empty".to_owned()));
}

#[hp5::annotated]
mod everywhere {
    //! Directives in every place where the grammar lets an attribute stand.

    macro_rules! twice {
        ($body:block) => {{
            $body
            $body
        }};
    }

    pub fn run(x: i32) -> (i32, Vec<i32>) {
        let mut seen = vec![];
        #[hp5::array_tile(seen: [8])]
        let mut y = x;
        let mut add = #[hp5::task]
        |n: i32| {
            #[hp5::task]
            seen.push(n);
        };
        match y {
            #[hp5::task]
            1 => add(1),
            _ => {
                #[hp5::task]
                unsafe_free(&mut y);
            }
        }
        twice!({
            #[hp5::task(inout(y))]
            {
                y += 1;
            }
        });
        #[hp5::task]
        if y > 2 {
            add(y);
        } else {
            add(-y);
        }
        #[hp5::task]
        while y < 10 {
            y += 3;
        }
        let text = format!("{}", {
            #[hp5::task]
            y
        });
        #[hp5::task]
        seen.push(text.len() as i32);
        {
            #[hp5::task]
            #[hp5::out(y)]
            unsafe {
                std::ptr::write(&mut y, 40);
            }
        }
        (y, seen)
    }

    fn unsafe_free(y: &mut i32) {
        *y = -1;
    }

    #[hp5::region(serial(kept))]
    #[allow(dead_code)]
    pub fn replaced() -> i32 {
        #[hp5::region]
        unsafe {
            *std::ptr::from_ref(&5)
        }
    }
}

#[test]
fn directives_are_found_everywhere() {
    assert_eq!(everywhere::run(1), (40, vec![1, 3, 2]));
    assert_eq!(everywhere::run(2), (40, vec![-1, 2]));
    assert_eq!(everywhere::kept(), 5);
}

#[hp5::region]
fn generic<T, const N: usize>(a: &mut [T; N], by: T)
where
    T: Copy + std::ops::AddAssign,
{
    fn helper<U>(u: U) -> U {
        #[hp5::task]
        u
    }
    #[hp5::task_tile(i = N / 2)]
    for i in (0..N).rev().step_by(2) {
        #[hp5::name("inner")]
        a[i] += helper(by);
    }
}

#[test]
fn generics_and_inner_functions() {
    let mut a = [1, 2, 3, 4];
    generic(&mut a, 10);
    assert_eq!(a, [1, 12, 3, 14]);
}

#[hp5::region(serial(tiled_serial))]
fn tiled(a: &mut [usize], rows: usize) {
    let tile = rows * 2;
    #[hp5::task_tile(i = tile)]
    for i in 0..a.len() {
        a[i] = i;
    }
}

#[test]
fn variables_that_only_directives_use_are_no_warning() {
    let mut a = [0; 3];
    tiled(&mut a, 1);
    assert_eq!(a, [0, 1, 2]);
}

const TILE: usize = 8;
static ROWS: usize = 9;

mod sizes {
    pub const BIG: usize = 100;
    pub const HUGE: usize = 1000;
}
use sizes::{BIG, HUGE};

#[hp5::array_tile(a: [ROWS, *])]
#[hp5::region]
fn constants<const N: usize>(a: &mut [usize; N]) {
    #![allow(clippy::needless_pass_by_ref_mut)]
    const OWN: usize = 3;
    #[hp5::task_tile(i = TILE * OWN, if(a.len() > BIG), priority(N + sizes::HUGE))]
    for i in 0..N {
        a[i] = i;
    }
    let b = &a;
    #[hp5::task(in(b[..OWN]))]
    assert!(b.len() == N);
}

struct Owner;

#[hp5::annotated]
impl Owner {
    #[hp5::region]
    fn method(&self, a: &mut [usize]) {
        #[hp5::task(if(a.len() < HUGE), name("x"))]
        a[0] = 7;
    }
}

#[test]
fn constants_that_only_directives_use_are_no_warning() {
    let mut a = [0; 3];
    constants(&mut a);
    Owner.method(&mut a);
    assert_eq!(a, [7, 1, 2]);
}
