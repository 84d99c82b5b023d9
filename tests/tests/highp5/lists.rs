//! Lists, tables and texts.

use std::rc::Rc;

use hp5_tests::highp5::interpret::{Array, Setting, Value};
use hp5_tests::highp5::reference::lists;

use super::{Example, numbers, whole};

#[test]
fn row_histogram() {
    let example = Example::new("row-histogram");
    for (n, m, values) in [(1, 1, 1), (3, 11, 4), (7, 2, 6)] {
        let image = whole(n * m, 1, values + 1);
        let (histogram, peak) = lists::row_histogram(&image, m, values);
        for block in [1, 3, 50] {
            let setting = Setting::default()
                .input("image", Array::integers(&[n, m], &image))
                .argument("values", i32::try_from(values).unwrap())
                .argument("b", block)
                .outputs(&["histogram", "peak"]);
            let got = example.run(&setting);
            assert_eq!(
                got.arrays["histogram"].whole().unwrap(),
                histogram,
                "{n} x {m}"
            );
            assert_eq!(got.arrays["peak"].whole().unwrap(), peak, "{n} x {m}");
        }
    }
}

#[test]
fn transpose() {
    let example = Example::new("transpose");
    for (n, m) in [(1, 1), (5, 7), (2, 13), (9, 1)] {
        let a = numbers(n * m, 2);
        let want = lists::transpose(&a, (n, m));
        for (p, q) in [(1, 1), (2, 3), (11, 2)] {
            let setting = Setting::default()
                .input("input", Array::doubles(&[n, m], &a))
                .argument("p", p)
                .argument("q", q)
                .outputs(&["output"]);
            let got = &example.run(&setting).arrays["output"];
            assert_eq!(got.reals().unwrap(), want, "{n} x {m} by {p}, {q}");
            assert_eq!(got.ranges[0].count(), i64::try_from(m).unwrap());
        }
    }
}

#[test]
fn prefix_sums_and_radix_sort() {
    let (sums, sort) = (Example::new("prefix-sums"), Example::new("radix-sort"));
    for n in [1, 2, 13, 31] {
        let x = whole(n, 3, 64);
        for block in [1, 4, 7, 100] {
            let setting = Setting::default()
                .input("input", Array::integers(&[n], &x))
                .argument("b", block)
                .argument("bits", 6)
                .outputs(&["output"]);
            let got = sums.run(&setting).arrays["output"].whole().unwrap();
            assert_eq!(got, lists::prefix_sums(&x), "{n} by {block}");
            let got = sort.run(&setting).arrays["output"].whole().unwrap();
            assert_eq!(got, lists::radix_sort(&x), "{n} by {block}");
        }
    }
}

#[test]
fn smoothing() {
    let example = Example::new("smoothing");
    for (n, m) in [(1, 1), (3, 11), (7, 2), (5, 5)] {
        let signal = numbers(n * m, 4);
        let want = lists::smoothing(&signal, m, 0.25);
        for (r, q) in [(1, 1), (2, 3), (9, 4), (3, 50)] {
            let setting = Setting::default()
                .input("input", Array::doubles(&[n, m], &signal))
                .argument("weight", 0.25)
                .argument("r", r)
                .argument("q", q)
                .outputs(&["output"]);
            let got = example.run(&setting).arrays["output"].reals().unwrap();
            assert_eq!(got, want, "{n} x {m} by {r}, {q}");
        }
    }
}

#[test]
fn text() {
    let example = Example::new("text");
    for text in [
        "e",
        "The tree, he said; Eels!",
        "  ",
        "one two  three-four E",
    ] {
        let want = lists::text(text.as_bytes());
        let letters: Vec<Value> = text.bytes().map(Value::Character).collect();
        for block in [1, 2, 5, 100] {
            let setting = Setting::default()
                .input("input", Array::new(&[text.len()], letters.clone()))
                .argument("b", block)
                .outputs(&["output", "words", "letters", "common", "present"]);
            let got = example.run(&setting);
            let scalar = |name: &str| got.scalars[name].integer().unwrap();
            let capitals = got.arrays["output"].data.iter().map(|c| match c {
                Value::Character(c) => *c,
                other => panic!("{other:?}"),
            });
            let found = lists::TextFacts {
                words: scalar("words"),
                letters: scalar("letters"),
                common: scalar("common"),
                present: scalar("present"),
                capitals: capitals.collect(),
            };
            assert_eq!(found, want, "`{text}` by {block}");
        }
    }
}

#[test]
fn sieve() {
    let example = Example::new("sieve");
    for limit in [2, 3, 10, 53] {
        let want = lists::sieve(limit);
        for block in [1, 7, 100] {
            let setting = Setting::default()
                .argument("limit", limit)
                .argument("b", block)
                .outputs(&["output", "count"]);
            let got = example.run(&setting);
            let primes: Vec<bool> = got.arrays["output"]
                .data
                .iter()
                .map(|v| v.boolean().unwrap())
                .collect();
            assert_eq!(primes, want, "{limit} by {block}");
            let count = want.iter().filter(|p| **p).count();
            assert_eq!(
                got.scalars["count"].integer().unwrap(),
                i32::try_from(count).unwrap()
            );
        }
    }
}

#[test]
fn pipeline() {
    let example = Example::new("pipeline");
    for n in [1, 3, 17] {
        // Quarters: sums are exact in any order.
        let data: Vec<f64> = numbers(n, 5)
            .iter()
            .map(|x| (x * 4.0).round() / 4.0)
            .collect();
        for (mode, limit) in [("mean", 0.5), ("unit", 0.25), ("none", -3.0)] {
            let want = lists::pipeline(&data, mode, limit);
            for block in [1, 4, 40] {
                let setting = Setting::default()
                    .input("input", Array::doubles(&[n], &data))
                    .argument("mode", mode)
                    .argument("limit", limit)
                    .argument("count", i32::try_from(n).unwrap())
                    .argument("b", block)
                    .outputs(&["output", "marks", "any_marked", "all_marked"]);
                let got = example.run(&setting);
                let place = format!("{n}, {mode} by {block}");
                assert_eq!(
                    got.arrays["output"].reals().unwrap(),
                    want.scaled,
                    "{place}"
                );
                let marks: Vec<bool> = got.arrays["marks"]
                    .data
                    .iter()
                    .map(|v| v.boolean().unwrap())
                    .collect();
                assert_eq!(marks, want.marks, "{place}");
                let truth = |name: &str| got.scalars[name].boolean().unwrap();
                assert_eq!(truth("any_marked"), marks.contains(&true), "{place}");
                assert_eq!(truth("all_marked"), !marks.contains(&false), "{place}");
            }
        }
    }
}

#[test]
fn foreign_code_has_stand_ins() {
    let example = Example::new("extern");
    let (a, b) = (whole(9, 6, 40), whole(9, 7, 40));
    let mut setting = Setting::default()
        .input("a", Array::integers(&[9], &a))
        .input("b", Array::integers(&[9], &b))
        .argument("block", 4)
        .outputs(&["length", "value", "divisor"]);
    let refused = example.error(&setting);
    assert!(refused.contains("has no stand-in"), "{refused}");
    let integer = |values: &std::collections::BTreeMap<String, Value>, name: &str| {
        values[name].integer().unwrap()
    };
    let result = |value: Value| vec![("result".to_owned(), value)];
    setting.foreign.insert(
        "hypotenuse".into(),
        Rc::new(move |v| {
            result(Value::Double(
                lists::foreign(integer(v, "a"), integer(v, "b")).0,
            ))
        }),
    );
    setting.foreign.insert(
        "polynomial".into(),
        Rc::new(move |v| result(Value::Double(lists::foreign(integer(v, "x"), 1).1))),
    );
    setting.foreign.insert(
        "greatest_common_divisor".into(),
        Rc::new(move |v| {
            result(Value::Integer(
                lists::foreign(integer(v, "a"), integer(v, "b")).2,
            ))
        }),
    );
    let got = example.run(&setting);
    for i in 0..9 {
        let want = lists::foreign(a[i], b[i]);
        assert_eq!(got.arrays["length"].reals().unwrap()[i], want.0);
        assert_eq!(got.arrays["value"].reals().unwrap()[i], want.1);
        assert_eq!(got.arrays["divisor"].whole().unwrap()[i], want.2);
    }
}
