//! Values of types without `Clone` that are made between tasks: tasks use them where they are, and what changes
//! them waits.

mod other {
    pub struct Far(pub u64);

    impl Far {
        pub fn new(k: u64) -> Self {
            Far(k)
        }

        pub fn value(&self) -> u64 {
            self.0
        }

        pub fn more(&mut self) {
            self.0 += 1;
        }
    }

    pub fn far() -> Far {
        Far(3)
    }
}

use other::Far;

#[derive(PartialEq)]
enum Mode {
    Fast,
    Slow(u64),
}

struct Cut {
    lo: usize,
    hi: usize,
    mode: Mode,
}

impl Cut {
    fn make(lo: usize) -> Cut {
        Cut { lo, hi: lo + 64, mode: Mode::Slow(lo as u64) }
    }

    fn next(&self) -> Cut {
        Cut::make(self.hi)
    }
}

struct Two<T>(T, T);

fn slow(n: u64) -> Option<Mode> {
    if n > 1 { Some(Mode::Slow(n)) } else { None }
}

fn read(far: &Far, k: usize) -> u64 {
    if k % 2 == 0 { far.0 } else { far.value() + 1 }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn made_in_many_ways(f: &mut [u64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("made_in_many_ways", "tests/cases/ok/values_without_clone.rs", 60));
    {
    let far = other::far(); let __hp5_hold_1045 = __hp5.hold();
    let by_name = Far(7); let __hp5_hold_1071 = __hp5.hold();
    let by_type: Far = Far::new(8);
    let (left, right) = (Far(1), Far::new(2)); let __hp5_hold_1154 = __hp5.hold();
    let moved = by_type; let __hp5_hold_1179 = __hp5.hold();
    for lo in (0..300).step_by(64) {
        let inner = __hp5.keep(Far(lo as u64));
        // hp5: tests/cases/ok/values_without_clone.rs:70 #[hp5::task]
        {
            let __v_f = unsafe { __hp5.array("f", hp5::rt::flat(&raw const f), &[64]) };
            let far = hp5::rt::cap!(far);
            let by_name = hp5::rt::cap!(by_name);
            let moved = hp5::rt::cap!(moved);
            let left = hp5::rt::cap!(left);
            let right = hp5::rt::cap!(right);
            let inner = hp5::rt::cap!((*inner));
            let mut __t = __hp5.task(hp5::rt::site!("made_in_many_ways:70", "tests/cases/ok/values_without_clone.rs", 70));
            __t.access(&__v_f, hp5::rt::Mode::InOut, &[((lo as isize), (((lo + 64).min(300)) as isize))]);
            let __s0_f = [((lo as isize), (((lo + 64).min(300)) as isize))];
            let lo = hp5::rt::cap_owned!(lo);
            let f = __v_f.view();
            let __body = move || {
                let mut f = f.within(&__s0_f);
                for k in lo..(lo + 64).min(300) {
                    f[k] = (*far).value() + (*far).0 + read(&(*by_name), k) + read(&(*moved), 3) + (*left).value() + (*right).0;
                    f[k] += (*inner).value() + match (*inner) { Far(x) => x };
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn compared(f: &mut [u64], given: Mode) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("compared", "tests/cases/ok/values_without_clone.rs", 78));
    {
    let mode = if f.len() > 3 { Mode::Fast } else { Mode::Slow(1) }; let __hp5_hold_1660 = __hp5.hold();
    let other = match f.len() {
        0 => Mode::Fast,
        n => Mode::Slow(n as u64),
    }; let __hp5_hold_1759 = __hp5.hold();
    let maybe = slow(9); let __hp5_hold_1784 = __hp5.hold();
    let two = Two(3, 4); let __hp5_hold_1809 = __hp5.hold();
    for lo in (0..300).step_by(64) {
        let cut = __hp5.keep(Cut::make(lo));
        let next = __hp5.keep((*cut).next());
        // hp5: tests/cases/ok/values_without_clone.rs:91 #[hp5::task]
        {
            let __v_f = unsafe { __hp5.array("f", hp5::rt::flat(&raw const f), &[64]) };
            let cut = hp5::rt::cap!((*cut));
            let next = hp5::rt::cap!((*next));
            let two = hp5::rt::cap!(two);
            let mode = hp5::rt::cap!(mode);
            let given = hp5::rt::cap!(given);
            let other = hp5::rt::cap!(other);
            let maybe = hp5::rt::cap!(maybe);
            let mut __t = __hp5.task(hp5::rt::site!("compared:91", "tests/cases/ok/values_without_clone.rs", 91));
            __t.access(&__v_f, hp5::rt::Mode::InOut, &[((cut.lo as isize), ((cut.hi.min(300)) as isize))]);
            let __s0_f = [((cut.lo as isize), ((cut.hi.min(300)) as isize))];
            let f = __v_f.view();
            let __body = move || {
                let mut f = f;
                let mut __in_f = f.within(&__s0_f);
                for k in (*cut).lo..(*cut).hi.min(300) {
                    __in_f[k] = next.lo as u64 + (*two).0 + (*two).1;
                    if (*mode) == Mode::Fast {
                        f[k] += 1;
                    }
                    if (*given) == Mode::Fast {
                        f[k] += 10;
                    }
                    if let Mode::Slow(x) = (*other) {
                        f[k] += x;
                    }
                    if let Some(Mode::Slow(x)) = &(*maybe) {
                        f[k] += x;
                    }
                    __in_f[k] += match (*cut).mode {
                        Mode::Slow(x) => x,
                        Mode::Fast => 2,
                    };
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn changed_between_tasks(f: &mut [u64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("changed_between_tasks", "tests/cases/ok/values_without_clone.rs", 114));
    {
    let mut far = Far(7); let __hp5_hold_2611 = __hp5.hold();
    for lo in (0..300).step_by(64) {
        // hp5: tests/cases/ok/values_without_clone.rs:119 #[hp5::task]
        {
            let __v_f = unsafe { __hp5.array("f", hp5::rt::flat(&raw const f), &[64]) };
            let far = hp5::rt::cap!(far);
            let mut __t = __hp5.task(hp5::rt::site!("changed_between_tasks:119", "tests/cases/ok/values_without_clone.rs", 119));
            __t.access(&__v_f, hp5::rt::Mode::InOut, &[((lo as isize), (((lo + 64).min(300)) as isize))]);
            let __s0_f = [((lo as isize), (((lo + 64).min(300)) as isize))];
            let lo = hp5::rt::cap_owned!(lo);
            let f = __v_f.view();
            let __body = move || {
                let mut f = f.within(&__s0_f);
                for k in lo..(lo + 64).min(300) {
                    f[k] += (*far).value();
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        far.more(); //~ HP5-W0102
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_nested_tasks(f: &mut [u64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_nested_tasks", "tests/cases/ok/values_without_clone.rs", 127));
    {
    let given = Mode::Slow(3); let __hp5_hold_2911 = __hp5.hold();
    for lo in (0..200).step_by(100) {
        let cut = __hp5.keep(Cut::make(lo));
        // hp5: tests/cases/ok/values_without_clone.rs:132 #[hp5::task(nested, inout(f[lo..lo + 100]))]
        {
            let __v_f = unsafe { __hp5.array("f", hp5::rt::flat(&raw const f), &[0]) };
            let cut = hp5::rt::cap!((*cut));
            let given = hp5::rt::cap!(given);
            let mut __t = __hp5.task(hp5::rt::site!("in_nested_tasks:132", "tests/cases/ok/values_without_clone.rs", 132));
            __t.access(&__v_f, hp5::rt::Mode::InOut, &[((lo as isize), (lo as isize) + 100)]);
            let lo = hp5::rt::cap_owned!(lo);
            let f = __v_f.view();
            let __body = move |__hp5: &hp5::rt::Region| {
                let mut f = f;
                {
                    let inner = __hp5.keep(Mode::Slow(lo as u64));
                    // hp5: tests/cases/ok/values_without_clone.rs:135 #[hp5::task_tile(i = 50)], parallel
                    {
                        let __v_f = unsafe { __hp5.array("f", hp5::rt::flat(&raw const f), &[50]) };
                        let inner = hp5::rt::cap!((*inner));
                        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:132:135", "tests/cases/ok/values_without_clone.rs", 135), hp5::rt::Order::Parallel, hp5::rt::chunks(lo..lo + 100, 50, 0));
                        __loop.access(&__v_f, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                        let __s0_f = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                        let lo = hp5::rt::cap_owned!(lo);
                        let cut = hp5::rt::cap_owned!(cut);
                        let given = hp5::rt::cap_owned!(given);
                        let f = __v_f.view();
                        let __body = __loop.body(move |__chunks| {
                            let __s0_f = __s0_f.of(&__chunks);
                            let __i_part = __chunks;
                            let lo = hp5::rt::again(&lo);
                            let cut = hp5::rt::again(&cut);
                            let given = hp5::rt::again(&given);
                            let inner = hp5::rt::again(&inner);
                            let mut f = f;
                            let mut __in_f = f.within(&__s0_f);
                            for i in __i_part.clone() {
                                __in_f[i] += (*cut).hi as u64 + format!("{}", (*cut).lo).len() as u64;
                                if (*given) == Mode::Slow(3) && (*inner) != Mode::Fast {
                                    f[i] += 1;
                                }
                            }
                        });
                        unsafe { __loop.spawn(__body) };
                    }
                }
            };
            unsafe { __t.spawn_nested(__body) };
        }
    }
    }
    __hp5.end();
}

fn main() {
    let mut v = vec![0; 300];
    made_in_many_ways(&mut v);
    println!("{v:?}");
    compared(&mut v, Mode::Fast);
    println!("{v:?}");
    changed_between_tasks(&mut v);
    println!("{v:?}");
    in_nested_tasks(&mut v);
    println!("{v:?}");
}
