//! Tests of reductions.

use super::*;
use crate::Runtime;
use crate::rt;

fn neutral<O: ReduceOp<T>, T: Clone + PartialEq + std::fmt::Debug>(values: &[T]) {
    for x in values {
        let first = O::combine(O::identity(), x.clone());
        let last = O::combine(x.clone(), O::identity());
        assert_eq!((&first, &last), (x, x));
    }
}

#[test]
fn identities_are_neutral() {
    let (ints, floats) = (
        [i32::MIN, -7, 0, 1, i32::MAX],
        [f64::MIN, -0.5, 0.0, f64::INFINITY, f64::NEG_INFINITY],
    );
    neutral::<op::Add, _>(&ints);
    neutral::<op::Mul, _>(&ints);
    neutral::<op::Min, _>(&ints);
    neutral::<op::Max, _>(&ints);
    neutral::<op::BitAnd, _>(&ints);
    neutral::<op::BitOr, _>(&ints);
    neutral::<op::BitXor, _>(&ints);
    neutral::<op::Add, _>(&floats);
    neutral::<op::Mul, _>(&floats);
    neutral::<op::Min, _>(&floats);
    neutral::<op::Max, _>(&floats);
    let bools = [true, false];
    neutral::<op::And, _>(&bools);
    neutral::<op::Or, _>(&bools);
    neutral::<op::BitAnd, _>(&bools);
    neutral::<op::BitOr, _>(&bools);
    neutral::<op::BitXor, _>(&bools);
    neutral::<op::Min, _>(&bools);
    neutral::<op::Max, _>(&bools);
    neutral::<op::Min, _>(&[ints, ints]);
    neutral::<op::Add, _>(&[ints.to_vec(), vec![1]]);
    assert_eq!(op::Add::combine(vec![1, 2], vec![10]), [11, 2]);
    assert!(<op::Add as ReduceOp<f64>>::combine(op::Add::identity(), -0.0).is_sign_negative());
    assert_eq!(
        <op::Add as ReduceOp<u8>>::combine(200, 100),
        44,
        "integers wrap"
    );
}

/// Sums `1/k` with one task per `k`, `rounds` times, as emitted code does.
fn harmonic(ppus: usize, rounds: usize) -> u64 {
    let run = || {
        let sum = 0.25_f64;
        let region = rt::Region::begin(rt::site!("harmonic", "reduce.rs", 1));
        for _ in 0..rounds {
            // SAFETY: `sum` stays until the region's end and is read after it.
            let scalar = unsafe { region.array("sum", rt::scalar(&raw const sum), &[]) };
            // SAFETY: as above.
            let reduction = unsafe { region.reduction::<op::Add, _>(&scalar) };
            let mut tasks =
                region.task_loop(rt::site!("harmonic:2", "reduce.rs", 2), rt::Order::Parallel);
            for chunk in rt::chunks(1..=200_u32, 3, 0) {
                let mut task = tasks.task();
                let slot = reduction.slot(&mut task);
                // SAFETY: the body touches its slot only.
                unsafe {
                    task.spawn(move || {
                        let mut sum = slot.identity();
                        for k in chunk {
                            sum += 1.0 / f64::from(k);
                        }
                        slot.put(sum);
                    });
                }
            }
            tasks.finish();
            reduction.combine(rt::site!("harmonic:2", "reduce.rs", 2));
        }
        region.end();
        // SAFETY: the region has ended; read through the address that the tasks wrote to.
        unsafe { (&raw const sum).read_volatile() }.to_bits()
    };
    Runtime::builder()
        .ppus(ppus)
        .build()
        .expect("a runtime")
        .install(run)
}

#[test]
fn the_same_for_every_number_of_ppus() {
    let one = harmonic(1, 20);
    assert!(
        (f64::from_bits(one) - 0.25 - 20.0 * (1..=200).map(|k| 1.0 / f64::from(k)).sum::<f64>())
            .abs()
            < 1e-9
    );
    for ppus in [2, 3, 8] {
        assert_eq!(harmonic(ppus, 20), one);
    }
}

#[test]
fn no_tasks_leave_the_scalar_alone() {
    let least = 5_i64;
    let region = rt::Region::begin(rt::site!("none", "reduce.rs", 1));
    // SAFETY: `least` stays until the region's end.
    let scalar = unsafe { region.array("least", rt::scalar(&raw const least), &[]) };
    // SAFETY: as above.
    let reduction = unsafe { region.reduction::<op::Min, _>(&scalar) };
    let unused = reduction.slot(&mut region.task(rt::site!("dropped", "reduce.rs", 2)));
    assert_eq!(unused.identity(), i64::MAX);
    reduction.combine(rt::site!("none", "reduce.rs", 3));
    region.end();
    assert_eq!(least, 5);
}

/// Words, the longest of which wins, the earlier of two of one length.
struct Longest;

impl ReduceOp<String> for Longest {
    fn identity() -> String {
        String::new()
    }
    fn combine(a: String, b: String) -> String {
        if b.len() > a.len() { b } else { a }
    }
}

fn longest(words: &[&'static str]) -> (String, Result<(), crate::RegionError>) {
    let found = "to".to_owned();
    let region = rt::Region::begin(rt::site!("longest", "reduce.rs", 1));
    // SAFETY: `found` stays until the region's end and is read after it.
    let scalar = unsafe { region.array("found", rt::scalar(&raw const found), &[]) };
    // SAFETY: as above.
    let reduction = unsafe { region.reduction::<Longest, _>(&scalar) };
    for &word in words {
        let mut task = region.task(rt::site!("longest:2", "reduce.rs", 2));
        let slot = reduction.slot(&mut task);
        // SAFETY: the body touches its slot only.
        unsafe { task.spawn(move || slot.put(Longest::combine(slot.identity(), word.to_owned()))) };
    }
    reduction.combine(rt::site!("longest:3", "reduce.rs", 3));
    let ended = region.try_end().map(|_| ());
    (std::hint::black_box(&found).clone(), ended)
}

#[test]
fn values_that_are_not_copied() {
    let words = ["be", "or", "not", "the", "question"];
    let (found, ended) = longest(&words);
    assert_eq!((found.as_str(), ended), ("question", Ok(())));
    assert_eq!(longest(&words[..4]).0, "not");
    assert_eq!(longest(&[]).0, "to");
}

/// Fails when parts are folded.
struct Fails;

impl ReduceOp<Vec<u8>> for Fails {
    fn identity() -> Vec<u8> {
        vec![7]
    }
    fn combine(_: Vec<u8>, _: Vec<u8>) -> Vec<u8> {
        panic!("it cannot be folded")
    }
}

#[test]
fn a_fold_that_panics_leaves_the_neutral_value() {
    let value = vec![1_u8, 2];
    let region = rt::Region::begin(rt::site!("fails", "reduce.rs", 1));
    // SAFETY: `value` stays until the region's end and is read after it.
    let scalar = unsafe { region.array("value", rt::scalar(&raw const value), &[]) };
    // SAFETY: as above.
    let reduction = unsafe { region.reduction::<Fails, _>(&scalar) };
    let mut task = region.task(rt::site!("fails:2", "reduce.rs", 2));
    let slot = reduction.slot(&mut task);
    // SAFETY: the body touches its slot only.
    unsafe { task.spawn(move || slot.put(vec![3])) };
    reduction.combine(rt::site!("fails:3", "reduce.rs", 3));
    let error = region.try_end().expect_err("folding panicked");
    assert!(error.message.contains("it cannot be folded"), "{error}");
    assert_eq!(*std::hint::black_box(&value), [7]);
}

/// Counts values by their remainder in arrays of this form.
macro_rules! counts {
    ($array:expr, $view:expr, |$own:ident, $k:ident| $update:expr) => {{
        let array = $array;
        let region = rt::Region::begin(rt::site!("counts", "reduce.rs", 1));
        // SAFETY: the array stays until the region's end and is read after it.
        let known = unsafe { region.array("array", $view(&raw const array), &[]) };
        // SAFETY: as above.
        let reduction = unsafe { region.reduction::<op::Add, _>(&known) };
        let site = rt::site!("counts:2", "reduce.rs", 2);
        let mut tasks = region.task_loop(site, rt::Order::Parallel);
        for chunk in rt::chunks(0..1000_usize, 10, 0) {
            let mut task = tasks.task();
            let slot = reduction.slot(&mut task);
            // SAFETY: the body touches its slot only.
            unsafe {
                task.spawn(move || {
                    let mut own = slot.identity();
                    for $k in chunk {
                        let $own = &mut own;
                        $update;
                    }
                    slot.put(own);
                });
            }
            reduction.fold(site);
        }
        tasks.finish();
        reduction.combine(site);
        region.end();
        std::hint::black_box(&array).clone()
    }};
}

#[test]
fn arrays_are_folded_element_by_element() {
    for ppus in [1, 2, 8] {
        let runtime = Runtime::builder().ppus(ppus).build().expect("a runtime");
        runtime.install(|| {
            // SAFETY: as said in the macro.
            let flat = |array| unsafe { rt::flat::<Vec<u32>>(array) };
            let list = counts!(vec![1_u32, 0, 0], flat, |own, k| own[k % 3] += 1);
            assert_eq!(list, [335, 333, 333]);
            // SAFETY: as said in the macro.
            let nested = |array| unsafe { rt::nested::<2, Vec<Vec<f64>>>(array) };
            let rows = vec![vec![0.5], vec![0.0; 2]];
            let rows = counts!(rows, nested, |own, k| own[1][k % 2] += 1.0);
            assert_eq!(rows, [vec![0.5], vec![500.0, 500.0]]);
        });
    }
}
