//! Loops of the programs in Rust whose turns are tasks, and tasks by themselves.

use super::rust::{array, two};
use crate::random::rng::Rng;

/// Types of loop variables.
const TYPES: [&str; 11] = [
    "usize", "usize", "usize", "i32", "u32", "i64", "u64", "u8", "i8", "u16", "isize",
];

/// A subscript that is from 0 to 63 for all `i` from 1 to 62.
fn subscript(rng: &mut Rng, ty: &str) -> String {
    let k = rng.range(1, 40);
    let u = if ty == "usize" { "i" } else { "(i as usize)" };
    let list = [
        u.to_owned(),
        u.to_owned(),
        u.to_owned(),
        format!("{u} - 1"),
        format!("{u} + 1"),
        format!("63 - {u}"),
        format!("{u} / 2"),
        format!("({u} * 5 + {k}) % 64"),
        format!("({u} + {k}) & 63"),
        format!("{u} ^ 1"),
        format!("if i == 1 {{ 0 }} else {{ {u} - 1 }}"),
        format!("({u} + 3).min(63)"),
        format!("{u}.saturating_sub(2)"),
        format!("{u}.clamp(4, 60)"),
        format!("(i as u8).wrapping_mul({k}) as usize % 64"),
        format!("({u} & 15) * 4 + 1"),
        format!("i.wrapping_add({k}).wrapping_sub({k}) as usize"),
        format!(
            "(i as u8).wrapping_sub({}).wrapping_add({}) as usize",
            k + 150,
            k + 150
        ),
        format!("{u} % 8 * 8 + {u} / 8"),
        format!("PERM[{u}]"),
        format!("{u}.abs_diff(32)"),
        format!("{u}.div_ceil(2)"),
        "usize::from(i as u8)".to_owned(),
        format!("match i % 3 {{ 0 => 5, 1 => {u}, _ => 63 - {u} }}"),
        format!("{u}.pow(2) % 64"),
        format!("lower!({u} + 2, 63)"),
        "i.rem_euclid(9) as usize".to_owned(),
        format!("({u} << 1) & 63"),
    ];
    rng.pick(&list).clone()
}

/// A range from 1 to 62.
fn range(rng: &mut Rng, ty: &str) -> String {
    match rng.below(8) {
        0 => format!("1{ty}..=62"),
        1 => format!("(1{ty}..63).rev()"),
        2 => format!("(1{ty}..=62).rev()"),
        3 => format!("(1{ty}..63).step_by({})", rng.range(2, 5)),
        4 => format!("1..n as {ty} - 1"),
        _ => format!("1{ty}..63"),
    }
}

/// A value made of an element.
fn value(rng: &mut Rng, element: &str) -> String {
    let list = [
        format!("{element}.wrapping_mul(3)"),
        format!("{element}.wrapping_add(1)"),
        format!("({element} as u8) as i32"),
        format!("{element}.rotate_left(3)"),
        format!("i32::from({element} as i16)"),
        format!("{element} >> 2"),
        format!("({element} as u32 / 3) as i32"),
        format!("{element}.rem_euclid(77)"),
    ];
    rng.pick(&list).clone()
}

/// A loop over subscripts of some type, whose turns are tasks.
pub(super) fn nest(rng: &mut Rng) -> String {
    let ty = *rng.pick(&TYPES);
    let (to, from) = (array(rng).0, array(rng).0);
    let (x, y) = (subscript(rng, ty), subscript(rng, ty));
    let tile = rng.pick(&[1, 3, 4, 16]);
    let set = |target: &str, value: &str, way: usize| match way {
        0 => format!("{target} = {value};"),
        1 => format!("{target} = {target}.wrapping_add({value});"),
        _ => format!("{target} ^= {value};"),
    };
    let element = format!("{from}[{y}]");
    let made = value(rng, &element);
    let (target, way) = (format!("{to}[{x}]"), rng.below(3));
    let body = match rng.below(9) {
        0 => format!("let v = {made}; {}", set(&target, "v", way)),
        1 => format!("let p = {x}; {}", set(&format!("{to}[p]"), &made, way)),
        2 => format!(
            "if {element} & 1 == 1 {{ {} }} else {{ {target} ^= 2; }}",
            set(&target, "5", way)
        ),
        3 => format!("t = {element}; {}", set(&target, "t.wrapping_mul(2)", way)),
        4 => format!("bump!({target}); q = q.wrapping_add(i as i32);"),
        5 => format!(
            "let v = {element}; let p = &mut {to}[..]; {}",
            set(&format!("p[{x}]"), "v", way)
        ),
        6 => format!("set!({target}, {made});"),
        _ => set(&target, &made, way),
    };
    let range = range(rng, ty);
    format!("    #[hp5::task_tile(i = {tile})]\n    for i in {range} {{ {body} }}\n")
}

/// Tasks of other shapes.
pub(super) fn shaped(rng: &mut Rng) -> String {
    match rng.below(4) {
        0 => images(rng),
        1 => parts(rng),
        2 => shares(rng),
        _ => bodies(rng),
    }
}

/// Rows, pixels, planes and columns.
fn images(rng: &mut Rng) -> String {
    let (x, y) = two(rng);
    let tile = rng.pick(&[1, 2, 3]);
    let list = [
        format!(
            "    #[hp5::task_tile(y = {tile})]\n    for y in 0..8 {{ for x in 0..8 {{ for ch in 0..3 {{ \
             img[(y * 8 + x) * 3 + ch] = 255 - img[(y * 8 + x) * 3 + ch]; }} }} }}\n"
        ),
        format!(
            "    #[hp5::task_tile(y = {tile})]\n    for y in 0..wd {{ for x in 1..wd {{ for ch in 0..3 {{ \
             let at = (y * wd + x) * 3 + ch; img[at] = img[at].wrapping_add(img[at - 3]); }} }} }}\n"
        ),
        format!(
            "    #[hp5::task_tile(x = {tile})]\n    for x in 0..8 {{ let mut run = x; for j in 0..8 {{ \
             {x}[run] = {x}[run].wrapping_add(j); run += wd; }} }}\n"
        ),
        "    for r in 0..3 {\n        let src = r % 2;\n        let dst = 1 - src;\n        \
             #[hp5::task_tile(i = 16)]\n        for i in 1..63 { w[dst][i] = w[src][i - 1] ^ w[src][i + 1].wrapping_mul(3); }\n    }\n".to_owned(),
        format!(
            "    #[hp5::task_tile(i = {tile})]\n    for i in 0..8 {{ for j in 0..8 {{ \
             {x}[index(i, j)] = {x}[index(i, j)].wrapping_add({y}[index(j, i)] & 15); }} }}\n"
        ),
        format!(
            "    {{ let at = |i: usize, j: usize| i * 8 + j;\n    #[hp5::task_tile(i = {tile})]\n    \
             for i in 0..8 {{ for j in 1..8 {{ {x}[at(i, j)] ^= {y}[at(i, j - 1)]; }} }} }}\n"
        ),
        format!(
            "    #[hp5::task_tile(i = {tile})]\n    for i in 0..8 {{ for j in 0..8 {{ \
             let at = grid.at(i, j); grid.cells[at] = grid.cells[at].wrapping_add(a[i * 8 + j]); }} }}\n"
        ),
        format!(
            "    #[hp5::task_tile(i = {tile})]\n    for i in 0..8 {{ for j in 0..8 {{ b[i * 8 + j] ^= grid.get(j, i); }} }}\n"
        ),
        "    #[hp5::task_tile(i = 1)]\n    for i in 0..3 { row(w, a, i); }\n".to_owned(),
        "    #[hp5::task_tile(i = 1)]\n    for i in 0..3 { line_of(&mut w[i], &a[..], 3); }\n".to_owned(),
        "    #[hp5::task_tile(i = 1)]\n    for i in 0..3 { for (x, y) in w[i].iter_mut().zip(a.iter()) { *x ^= *y; } }\n".to_owned(),
        "    #[hp5::task_tile(i = 1)]\n    for i in 0..3 { many[i].u[5] ^= a[i]; many[i].n = many[i].n.wrapping_add(1); }\n".to_owned(),
    ];
    rng.pick(&list).clone()
}

/// Parts of arrays.
fn parts(rng: &mut Rng) -> String {
    let (x, y) = two(rng);
    let q = rng.range(0, 16);
    let list = [
        format!(
            "    #[hp5::task_tile(p = 1)]\n    for p in 0..parts {{ let lo = p * n / parts; let hi = (p + 1) * n / parts; \
             for i in lo..hi {{ {x}[i] = {x}[i].wrapping_add({y}[i] & 7); }} }}\n"
        ),
        format!(
            "    #[hp5::task_tile(p = 1, inout({x}[STARTS[p]..STARTS[p] + 16]))]\n    for p in 0..4 {{ \
             for i in 0..16 {{ {x}[STARTS[p] + i] ^= i as i32; }} }}\n"
        ),
        format!(
            "    {{ let (low, high) = {x}.split_at_mut(32);\n    #[hp5::task]\n    for v in low.iter_mut() {{ *v ^= 3; }}\n    \
             #[hp5::task]\n    for v in high.iter_mut() {{ *v = v.wrapping_mul(5); }} }}\n"
        ),
        format!(
            "    {{ let (low, high) = {x}.split_at_mut(32);\n    #[hp5::task_tile(i = 8)]\n    \
             for i in 0..32 {{ low[i] ^= high[31 - i]; }} }}\n"
        ),
        format!(
            "    {{ let part = &mut {x}[{q}..{q} + 32];\n    #[hp5::task_tile(i = 8)]\n    \
             for i in 0..32 {{ part[i] = part[i].wrapping_add({y}[i]); }} }}\n"
        ),
        format!(
            "    for piece in {x}.chunks_mut(16) {{\n        #[hp5::task]\n        for v in piece.iter_mut() {{ *v = v.wrapping_add(1); }}\n    }}\n"
        ),
        format!(
            "    for p in 0..4 {{\n        #[hp5::task]\n        scale(&mut {x}[p * 16..(p + 1) * 16], 3);\n    }}\n"
        ),
        format!(
            "    for (p, piece) in {x}.chunks_mut(16).enumerate() {{\n        #[hp5::task]\n        line_of(piece, &{y}[p * 16..p * 16 + 16], 5);\n    }}\n"
        ),
        format!(
            "    #[hp5::task_tile(i = 4)]\n    for i in (0..64).step_by(4) {{ {x}[i..i + 4].copy_from_slice(&{y}[i..i + 4]); }}\n"
        ),
        format!(
            "    #[hp5::task_tile(i = 4)]\n    for i in 0..32 {{ {x}.swap(2 * i, 2 * i + 1); }}\n"
        ),
        format!(
            "    #[hp5::task_tile(r = 1)]\n    for r in 0..4 {{ for j in 0..16 {{ line[j] = {y}[r * 16 + j]; }} \
             for j in 1..15 {{ {x}[r * 16 + j] ^= line[j - 1] ^ line[j + 1]; }} }}\n"
        ),
        format!(
            "    #[hp5::task]\n    {{ let part = Part {{ cells: &mut {x}[8..40], from: {q} }}; part.cells[part.from] ^= 1; }}\n"
        ),
    ];
    rng.pick(&list).clone()
}

/// Parts that each turn works out for itself, some of which meet.
fn shares(rng: &mut Rng) -> String {
    let (x, y) = two(rng);
    let count = rng.pick(&["parts", "3", "5", "7"]);
    let per = rng.pick(&["n / COUNT", "n.div_ceil(COUNT)", "(n + COUNT - 1) / COUNT"]);
    let ends = [
        "let hi = if p == COUNT - 1 { n } else { lo + per };",
        "let hi = if p + 1 < COUNT { lo + per } else { n };",
        "let hi = if p != COUNT - 1 { (p + 1) * per } else { n };",
        "let mut hi = lo + per; if hi > n { hi = n; }",
        "let hi = std::cmp::min(lo + per, n);",
        "let hi = n.min((p + 1) * per);",
        "let hi = ((p + 1) * per).min(n);",
        "let hi = if lo + per > n { n } else { lo + per };",
        "let hi = if p == 0 { n } else { (lo + per).min(n) };",
        "let hi = (lo + per + 1).min(n);",
        "let hi = if p == COUNT - 2 { n } else { (lo + per).min(n) };",
        "let (lo, hi) = (p * n / COUNT, (p + 1) * n / COUNT);",
        "let (lo, hi) = (p * n / COUNT, ((p + 1) * n / COUNT + 1).min(n));",
    ];
    let bodies = [
        "for i in lo..hi { X[i] = X[i].wrapping_mul(3) ^ p as i32; }",
        "for i in lo..hi { X[i] = X[i].wrapping_add(Y[63 - i] & 7); }",
        "for i in lo..hi { X[63 - i] ^= Y[(i * 5 + 3) % 64]; }",
        "let mut at = lo; while at < hi { X[at] = X[at].wrapping_mul(5); at += 1; }",
        "if lo < n { X[lo] ^= Y[hi - 1]; }",
    ];
    let (end, body) = (rng.pick(&ends), rng.pick(&bodies));
    let tile = rng.pick(&[1, 1, 2]);
    let text = format!(
        "    {{ let per = {per};\n    #[hp5::task_tile(p = {tile})]\n    \
         for p in 0..COUNT {{ let lo = p * per; {end} {body} }} }}\n"
    );
    text.replace("COUNT", count).replace('X', x).replace('Y', y)
}

/// Bodies with calls, closures, copies and sums.
fn bodies(rng: &mut Rng) -> String {
    let (x, y) = two(rng);
    let tile = rng.pick(&[1, 4, 8]);
    let head = format!("    #[hp5::task_tile(i = {tile})]\n    for i in 0..64");
    let list = [
        format!("{head} {{ {x}[i] ^= TABLE[i & 1](&{y}[..], i); }}\n"),
        format!("    {{ let f = pick(k);\n{head} {{ {x}[i] = f(&{y}[..], i); }} }}\n"),
        format!("{head} {{ {x}[i] ^= with(|j| {y}[j], 63 - i); }}\n"),
        format!(
            "{head} {{ let mut sum = 0_i32; let mut add = |v: i32| sum = sum.wrapping_add(v); add({y}[i]); add(3); {x}[i] = sum; }}\n"
        ),
        format!("{head} {{ bump!({x}[i]); set!({x}[i], {x}[i] ^ {y}[63 - i]); }}\n"),
        format!("{head} {{ {x}[i] = {y}.iter().take(i).fold(0, |s, v| s.wrapping_add(*v)); }}\n"),
        format!("{head} {{ if let Some(v) = {y}.get(i + 1) {{ {x}[i] ^= *v; }} }}\n"),
        format!(
            "{head} {{ let old = std::mem::replace(&mut {x}[i], {y}[i]); {x}[i] ^= old >> 1; }}\n"
        ),
        format!("{head} {{ let v = std::mem::take(&mut {x}[i]); {x}[i] = v.wrapping_mul(3); }}\n"),
        format!(
            "    {{ let mut sum = 0_i32;\n    #[hp5::task_tile(i = 8, reduction(+: sum))]\n    \
             for i in 0..64 {{ sum += {x}[i] & 15; }}\n    #[hp5::task_wait]\n    {{ q = q.wrapping_add(sum); }} }}\n"
        ),
        format!(
            "    {{ let mut most = 0_i32;\n    #[hp5::task_tile(i = 8, reduction(max: most))]\n    \
             for i in 0..64 {{ most = most.max({x}[i]); }}\n    #[hp5::task_wait]\n    {{ q ^= most; }} }}\n"
        ),
        "    #[hp5::task]\n    { let copy = *s2; a[3] ^= copy.u[4]; s1.n = s1.n.wrapping_add(copy.n); }\n".to_owned(),
        "    #[hp5::task]\n    { *s1 = All { n: 2, ..*s2 }; }\n".to_owned(),
        "    #[hp5::task]\n    { std::mem::swap(s1, s2); }\n".to_owned(),
        format!("    #[hp5::task]\n    {{ {x}[5] ^= {y}[6]; }}\n"),
        format!(
            "    {{ let first = {y}[0];\n{head} {{ {x}[i] = {x}[i].wrapping_add(first); }} }}\n"
        ),
        format!(
            "{head} {{ let (mut p, mut r) = (i + 3, 48_usize); while r != 0 {{ (p, r) = (r, p % r); }} {x}[i] ^= p as i32; }}\n"
        ),
        format!("{head} {{ {x}[i] ^= s2.at(i); }}\n"),
    ];
    rng.pick(&list).clone()
}
