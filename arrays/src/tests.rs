//! Files that are right, files that are wrong in every way, and damaged files.

use super::*;

/// A path in a folder of its own; the folder goes with the process's temporary ones.
fn path(name: &str) -> String {
    let folder = std::env::temp_dir().join(format!("hp5-arrays-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name).to_string_lossy().into_owned()
}

fn file(name: &str, bytes: &[u8]) -> String {
    let path = path(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn message<T: Element>(source: &str, rank: usize) -> String {
    let error = read::<T>(source, rank).expect_err(source).to_string();
    let name = Path::new(source.split('#').next().unwrap());
    error.replace(&name.to_string_lossy().into_owned(), "F")
}

#[test]
fn every_form_gives_back_what_was_written() {
    let reals = [1.5, -0.0, f64::MAX, 1e-300, 0.1, 3.0];
    for name in ["round.npy", "round.mtx", "round.txt"] {
        let path = path(name);
        write(&path, &[2, 3], &reals).unwrap();
        let array = read::<f64>(&path, 2).unwrap();
        assert_eq!(array.sizes, [2, 3], "{name}");
        let bits = |v: &[f64]| v.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&array.data), bits(&reals), "{name}");
        write(&path, &[3], &[i32::MIN, 0, i32::MAX]).unwrap();
        assert_eq!(read::<i32>(&path, 1).unwrap().data, [i32::MIN, 0, i32::MAX]);
        write(&path, &[2, 2], &[0.1_f32, 2.0, -3.5, 1e30]).unwrap();
        assert_eq!(read::<f32>(&path, 2).unwrap().data, [0.1, 2.0, -3.5, 1e30]);
        write::<f64>(&path, &[0, 3], &[]).unwrap();
        assert_eq!(read::<f64>(&path, 2).unwrap().sizes, [0, 3], "{name}");
    }
    for name in ["truth.npy", "truth.txt"] {
        let path = path(name);
        write(&path, &[2], &[true, false]).unwrap();
        assert_eq!(read::<bool>(&path, 1).unwrap().data, [true, false]);
    }
    for name in ["letters.npy", "letters.txt"] {
        let path = path(name);
        write(&path, &[3], b"a\n\xFF").unwrap();
        assert_eq!(read::<u8>(&path, 1).unwrap().data, b"a\n\xFF");
    }
    let four = path("four.npy");
    write(&four, &[1, 2, 1, 2], &[1, 2, 3, 4]).unwrap();
    assert_eq!(read::<i32>(&four, 4).unwrap().sizes, [1, 2, 1, 2]);
}

#[test]
fn numbers_are_converted_where_nothing_is_lost() {
    let whole = path("whole.npy");
    write(&whole, &[2], &[7, -8]).unwrap();
    assert_eq!(read::<f64>(&whole, 1).unwrap().data, [7.0, -8.0]);
    let single = path("single.npy");
    write(&single, &[1], &[0.1_f32]).unwrap();
    assert_eq!(read::<f64>(&single, 1).unwrap().data, [f64::from(0.1_f32)]);
    let double = path("double.npy");
    write(&double, &[1], &[0.5]).unwrap();
    assert!(message::<f32>(&double, 1).starts_with("F: holds elements of dtype '<f8'"));
    assert!(message::<i32>(&double, 1).contains("Integer (32 bits) is needed"));
    let wide = file("wide.txt", b"1\n3000000000\n");
    assert_eq!(
        message::<i32>(&wide, 1),
        "F:2: element 0 is `3000000000`, which is no Integer (32 bits)"
    );
}

#[test]
fn text_is_read_as_people_write_it() {
    let good = file(
        "good.txt",
        b"// heights\n2 * 3\n1, 2.5 3e0 # first\n\n4 5\n6\n",
    );
    let array = read::<f64>(&good, 2).unwrap();
    assert_eq!(array.sizes, [2, 3]);
    assert_eq!(array.data, [1.0, 2.5, 3.0, 4.0, 5.0, 6.0]);
    let cases: [(&[u8], &str); 7] = [
        (b"", "F: is empty"),
        (b"two\n1 2\n", "F:1: `two` where sizes such as"),
        (
            b"2 2\n1 2 3\n",
            "F: is truncated: it ends after 3 of 4 elements",
        ),
        (b"2 2\n1 2\n3 4 5\n", "F:3: has more than the 4 elements"),
        (b"2\n1 2\n", "F: has 1 dimension (2) where 2 are needed"),
        (
            b"1 1\nx\n",
            "F:2: element 0 is `x`, which is no Real double",
        ),
        (
            b"99999999999 99999999999\n1\n",
            "F: is truncated: it ends after 1 of",
        ),
    ];
    for (bytes, want) in cases {
        let got = message::<f64>(&file("bad.txt", bytes), 2);
        assert!(got.starts_with(want), "{got}\ninstead of\n{want}");
    }
    assert!(message::<f64>(&path("missing.txt"), 1).starts_with("F: cannot be read: "));
    assert!(message::<f64>(&format!("{good}#rows"), 1).contains("for the parts of a sparse"));
}

const SPARSE: &str = "%%MatrixMarket matrix coordinate real symmetric\n% made up\n3 3 4\n1 1 4\n3 1 -1\n2 2 5\n3 3 6.5\n";

#[test]
fn sparse_matrices_come_dense_or_in_parts() {
    let path = file("sparse.mtx", SPARSE.as_bytes());
    let dense = read::<f64>(&path, 2).unwrap();
    assert_eq!(dense.data, [4.0, 0.0, -1.0, 0.0, 5.0, 0.0, -1.0, 0.0, 6.5]);
    let part = |name: &str| read::<i32>(&format!("{path}#{name}"), 1).unwrap().data;
    assert_eq!(part("rows"), [1, 2, 4]);
    assert_eq!(part("columns"), [0, 2, 1, 0, 2]);
    let values = read::<f64>(&format!("{path}#values"), 1).unwrap();
    assert_eq!(values.data, [4.0, -1.0, 5.0, -1.0, 6.5]);
    assert!(message::<i32>(&format!("{path}#value"), 1).contains("#rows, #columns or #values"));
    let skew = "%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n";
    let path = file("skew.mtx", skew.as_bytes());
    assert_eq!(
        read::<i32>(&path, 2).unwrap().data,
        [0, -1, -2, 1, 0, -3, 2, 3, 0]
    );
    let gaps = "%%MatrixMarket matrix coordinate pattern general\n3 2 1\n2 2\n";
    let path = file("gaps.mtx", gaps.as_bytes());
    assert_eq!(
        read::<i32>(&format!("{path}#rows"), 1).unwrap().data,
        [-1, 0, 0]
    );
}

#[test]
fn wrong_matrices_are_told() {
    let cases = [
        (
            SPARSE.replace("%%Matrix", "%Matrix"),
            "F:1: is no Matrix Market file",
        ),
        (
            SPARSE.replace("real", "complex"),
            "F:1: holds `complex` numbers",
        ),
        (
            SPARSE.replace("symmetric", "hermitian"),
            "F:1: is `hermitian`",
        ),
        (
            SPARSE.replace("3 3 4\n", "3 3\n"),
            "F:3: `3 3` where `rows columns entries`",
        ),
        (
            SPARSE.replace("3 3 4\n", "3 4 4\n"),
            "F:3: is symmetric with 3 rows and 4",
        ),
        (
            SPARSE.replace("3 3 4\n", "3 3 5\n"),
            "F: is truncated: it ends after 4 of 5",
        ),
        (
            SPARSE.replace("3 3 4\n", "3 3 3\n"),
            "F:7: has more than the 3 elements",
        ),
        (
            SPARSE.replace("3 1 -1", "1 3 -1"),
            "F:5: is symmetric, with an entry above",
        ),
        (
            SPARSE.replace("3 1 -1", "1 1 -1"),
            "F:5: has two entries for (1, 1)",
        ),
        (
            SPARSE.replace("3 1 -1", "4 1 -1"),
            "F:5: row `4` is not in 1..=3",
        ),
        (
            SPARSE.replace("3 1 -1", "3 1"),
            "F:5: `3 1` where `row column value`",
        ),
        (SPARSE.replace("6.5", "six"), "F:7: `six` is no number"),
        (
            SPARSE.replace("3 3 4\n", "300000000 300000000 4\n"),
            "F: is too large",
        ),
    ];
    for (text, want) in cases {
        let got = message::<f64>(&file("wrong.mtx", text.as_bytes()), 2);
        assert!(got.starts_with(want), "{got}\ninstead of\n{want}");
    }
    let path = file("real.mtx", SPARSE.as_bytes());
    assert!(message::<i32>(&path, 2).starts_with("F:7: element 8 is 6.5, which is no Integer"));
    assert!(message::<f64>(&path, 1).starts_with("F: has 2 dimensions (3 x 3) where 1 is"));
    let deep = write(&self::path("deep.mtx"), &[1, 1, 1], &[1.0]).unwrap_err();
    assert!(deep.to_string().contains("use .npy"));
}

#[test]
fn fortran_order_is_turned() {
    let head = "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }";
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    let padded = format!("{head:<117}\n");
    bytes.extend((padded.len() as u16).to_le_bytes());
    bytes.extend(padded.bytes());
    for v in [1_i32, 4, 2, 5, 3, 6] {
        bytes.extend(v.to_le_bytes());
    }
    let path = file("fortran.npy", &bytes);
    let array = read::<i32>(&path, 2).unwrap();
    assert_eq!(
        (array.sizes, array.data),
        (vec![2, 3], vec![1, 2, 3, 4, 5, 6])
    );
}

/// SplitMix64.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    usize::try_from((z ^ (z >> 27)) >> 33).unwrap()
}

#[test]
fn damaged_files_never_panic_and_prefixes_are_never_taken() {
    let npy = path("damage.npy");
    write(&npy, &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    let text = path("damage.txt");
    write(&text, &[2, 3], &[1.25, 2.25, 3.25, 4.25, 5.25, 6.25]).unwrap();
    let mtx = file("damage.mtx", SPARSE.trim_end().as_bytes());
    let mut state = 1;
    for path in [npy, text, mtx] {
        let good = std::fs::read(&path).unwrap();
        for end in 0..good.len() {
            std::fs::write(&path, &good[..end]).unwrap();
            let array = read::<f64>(&path, 2);
            // A number may lose its last digits without anyone noticing.
            let cut = array.is_ok_and(|_| end + 5 < good.len() || path.ends_with("npy"));
            assert!(!cut, "{path} cut at {end}");
        }
        for _ in 0..400 {
            let mut bytes = good.clone();
            for _ in 0..1 + next(&mut state) % 4 {
                let at = next(&mut state) % bytes.len();
                bytes[at] = next(&mut state) as u8;
            }
            std::fs::write(&path, &bytes).unwrap();
            let _ = (
                read::<f64>(&path, 2),
                read::<i32>(&path, 1),
                read::<bool>(&path, 3),
            );
        }
    }
}

/// What a HighP5 program's user type comes to.
#[derive(Debug, Clone, PartialEq)]
struct Body {
    at: [[f64; 2]; 2],
    kind: Inner,
    letter: u8,
}

#[derive(Debug, Clone, PartialEq)]
struct Inner {
    count: i32,
    on: bool,
    mass: f32,
}

macro_rules! composite {
    ($ty:ident: $($field:ident $name:literal),*) => {
        impl Composite for $ty {
            fn layout() -> Layout {
                fn of<T: Composite>(_: impl Fn($ty) -> T) -> Layout {
                    T::layout()
                }
                Layout::Record(vec![$(($name, of(|all: $ty| all.$field))),*])
            }

            fn put(&self, to: &mut Vec<Number>) {
                $(self.$field.put(to);)*
            }

            fn take(from: &mut std::slice::Iter<'_, Number>) -> Option<$ty> {
                Some($ty { $($field: Composite::take(from)?),* })
            }
        }
    };
}

composite! { Body: at "at", kind "kind", letter "letter" }
composite! { Inner: count "count", on "on", mass "mass" }

fn bodies() -> Vec<Body> {
    let body = |n: i32| Body {
        at: [[f64::from(n), -0.5], [1e300, 0.1]],
        kind: Inner {
            count: n - 3,
            on: n % 2 == 0,
            mass: 0.1 * n as f32,
        },
        letter: b'a' + n as u8,
    };
    (0..6).map(body).collect()
}

#[test]
fn user_types_come_back_as_they_were() {
    for name in ["bodies.npy", "bodies.txt"] {
        let path = path(name);
        Body::write(&path, &[2, 3], &bodies()).unwrap();
        let back = Body::read(&path, 2).unwrap();
        assert_eq!((back.sizes, back.data), (vec![2, 3], bodies()), "{name}");
        Body::write(&path, &[0], &[]).unwrap();
        assert_eq!(Body::read(&path, 1).unwrap().sizes, [0], "{name}");
    }
    for name in ["rows.npy", "rows.txt"] {
        let path = path(name);
        let rows = vec![[1, 2, 3], [4, 5, 6]];
        Composite::write(&path, &[2], &rows).unwrap();
        let back: Array<[i32; 3]> = Composite::read(&path, 1).unwrap();
        assert_eq!((back.sizes, back.data), (vec![2], rows), "{name}");
    }
    // A static array is a further dimension of the file.
    assert_eq!(read::<i32>(&path("rows.npy"), 2).unwrap().sizes, [2, 3]);
}

/// A file as NumPy writes it, other end first in places, with bytes between fields.
fn numpy(descr: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    let mut head = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}");
    head += &" ".repeat(63 - (10 + head.len()) % 64);
    head.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(head.len()).unwrap().to_le_bytes());
    bytes.extend(head.as_bytes());
    bytes.extend(elements);
    bytes
}

#[test]
fn structured_elements_of_others_are_read() {
    let mut element = Vec::new();
    element.extend((-2_i16).to_be_bytes());
    element.push(1);
    element.extend([7, 7, 7]);
    element.extend(3_u8.to_le_bytes());
    let descr = "[('count', '>i2'), ('on', '|b1'), ('', '|V3'), ('mass', '|u1')]";
    let two: Vec<u8> = element.iter().chain(&element).copied().collect();
    let source = file("inner.npy", &numpy(descr, "(2,)", &two));
    let want = Inner {
        count: -2,
        on: true,
        mass: 3.0,
    };
    assert_eq!(Inner::read(&source, 1).unwrap().data, [want.clone(), want]);
    let message = |source: &str, rank: usize| {
        let error = Inner::read(source, rank).expect_err(source).to_string();
        error.replace(source, "F")
    };
    assert!(message(&source, 2).starts_with("F: has 1 dimension (2) where 2 are needed"));
    let short = file("short.npy", &numpy(descr, "(2,)", &two[..10]));
    assert_eq!(
        message(&short, 1),
        "F: is truncated: it ends after 1 of 2 elements"
    );
    let other = descr.replace("'on'", "'off'");
    let other = file("other.npy", &numpy(&other, "(2,)", &two));
    let said = message(&other, 1);
    assert!(
        said.contains("('off', '|b1')") && said.contains("dtype=[('count', '<i4')"),
        "{said}"
    );
    let real = descr.replace(">i2", ">f4");
    let real = file("real.npy", &numpy(&real, "(1,)", &[0; 20]));
    assert!(message(&real, 1).contains("element 0 is 0.0, which is no Integer"));
    let plain = file("plain.npy", &numpy("'<f8'", "(1,)", &[0; 8]));
    assert!(message(&plain, 1).contains("holds elements of dtype '<f8' where"));
    let text = file("inner.txt", b"2\n1 TRUE 0.5\n2 maybe 3\n");
    assert_eq!(
        message(&text, 1),
        "F:3: element 1 is `maybe`, which is no Boolean"
    );
    let market = path("inner.mtx");
    assert!(Inner::write(&market, &[0], &[]).is_err());
}

#[test]
fn damaged_files_of_user_types_are_errors() {
    let whole = path("whole-bodies.npy");
    Body::write(&whole, &[6], &bodies()).unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    for at in 0..bytes.len().min(400) {
        for change in [0, b'9', 0xFF] {
            let mut bytes = bytes.clone();
            bytes[at] = change;
            // Whatever it says, it ends.
            let _ = Body::read(&file("damaged-bodies.npy", &bytes), 1);
        }
        let cut = file("cut-bodies.npy", &bytes[..at]);
        assert!(Body::read(&cut, 1).is_err(), "{at}");
    }
}
