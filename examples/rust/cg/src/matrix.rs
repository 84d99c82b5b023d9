//! Symmetric positive definite matrices from Matrix Market files, in compressed rows.
//!
//! The file is checked line by line first, so that every mistake is reported with its line
//! and in words; `sprs` then reads what has passed.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use sprs::TriMat;
use sprs::io::read_matrix_market_from_bufread;

/// A sparse square matrix, row by row: the elements of row `i` are `value[e]` in column
/// `column[e]` for `e` in `start[i]..start[i + 1]`.
pub struct Matrix {
    pub start: Vec<usize>,
    pub column: Vec<usize>,
    pub value: Vec<f64>,
    pub diagonal: Vec<f64>,
}

/// What the first two lines of a file say.
struct Header {
    integer: bool,
    symmetric: bool,
    n: usize,
    entries: usize,
}

impl Matrix {
    /// Reads the file at `path`.
    pub fn from_file(path: &Path) -> Result<Matrix, Box<dyn Error>> {
        let place = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|e| format!("cannot read {place}: {e}"))?;
        let text = String::from_utf8(bytes).map_err(|_| format!("{place} is not a text file"))?;
        Ok(Matrix::from_text(&text, &place)?)
    }

    /// Reads `text`; errors begin with `place` and the number of the line.
    pub fn from_text(text: &str, place: &str) -> Result<Matrix, String> {
        let (header, clean) =
            check(text).map_err(|(line, what)| format!("{place}:{line}: {what}"))?;
        let mut reader = clean.as_bytes();
        let refused = |e: sprs::io::IoError| format!("{place}: {e}");
        let triplets: TriMat<f64> = if header.integer {
            let whole: TriMat<i64> =
                read_matrix_market_from_bufread(&mut reader).map_err(refused)?;
            let (rows, columns) = (whole.row_inds().to_vec(), whole.col_inds().to_vec());
            let values = whole.data().iter().map(|&v| v as f64).collect();
            TriMat::from_triplets((header.n, header.n), rows, columns, values)
        } else {
            read_matrix_market_from_bufread(&mut reader).map_err(refused)?
        };
        // Entries that a file gives twice are added up here.
        let rows = triplets.to_csr::<usize>();
        for (i, row) in rows.outer_iterator().enumerate() {
            let diagonal = row.get(i).copied().unwrap_or(0.0);
            if diagonal <= 0.0 {
                let i = i + 1;
                return Err(format!(
                    "{place}: the diagonal element of row {i} is {diagonal}; a positive definite matrix has none below or at 0"
                ));
            }
            let mirrored = |(j, v): (usize, &f64)| rows.get(j, i) != Some(v);
            if let Some((j, v)) = row
                .iter()
                .find(|&entry| !header.symmetric && mirrored(entry))
            {
                let (i, j, other) = (i + 1, j + 1, rows.get(j, i).copied().unwrap_or(0.0));
                return Err(format!(
                    "{place}: not symmetric: element ({i}, {j}) is {v}, element ({j}, {i}) is {other}"
                ));
            }
        }
        let diagonal = (0..header.n)
            .map(|i| rows.get(i, i).copied().unwrap_or(0.0))
            .collect();
        let (start, column, value) = rows.into_raw_storage();
        Ok(Matrix {
            start,
            column,
            value,
            diagonal,
        })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.diagonal.len()
    }

    /// The product with `x`.
    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        let row = |i: usize| {
            (self.start[i]..self.start[i + 1])
                .map(|e| self.value[e] * x[self.column[e]])
                .sum()
        };
        (0..self.rows()).map(row).collect()
    }
}

/// A line's number and what is wrong with it.
type Mistake = (usize, String);

/// Checks the file and gives back its header, and its entries without comments and blanks.
fn check(text: &str) -> Result<(Header, String), Mistake> {
    let (integer, symmetric) = banner(text.lines().next().unwrap_or(""))?;
    let numbered = text
        .lines()
        .enumerate()
        .skip(1)
        .map(|(at, line)| (at + 1, line.trim()));
    let mut lines = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('%'));
    let last = text.lines().count().max(1);
    let (at, sizes) = lines.next().ok_or((
        last,
        "the file ends before the line `rows columns entries`".to_owned(),
    ))?;
    let header = size_line(sizes, integer, symmetric).map_err(|what| (at, what))?;

    let kind = if integer { "integer" } else { "real" };
    let shape = if symmetric { "symmetric" } else { "general" };
    let mut clean = format!(
        "%%MatrixMarket matrix coordinate {kind} {shape}\n{0} {0} {1}\n",
        header.n, header.entries
    );
    let mut found = 0;
    for (at, line) in lines {
        if found == header.entries {
            return Err((at, format!("more entries than the {found} announced")));
        }
        entry(line, &header).map_err(|what| (at, what))?;
        let _ = writeln!(clean, "{line}");
        found += 1;
    }
    if found < header.entries {
        let announced = header.entries;
        return Err((
            last,
            format!("the file is truncated: it ends after {found} of {announced} entries"),
        ));
    }
    Ok((header, clean))
}

/// `%%MatrixMarket matrix coordinate real symmetric`: (integer, symmetric).
fn banner(line: &str) -> Result<(bool, bool), Mistake> {
    let lower = line.to_ascii_lowercase();
    let mut words = lower.split_whitespace();
    let wrong = |what: String| Err((1, what));
    if words.next() != Some("%%matrixmarket") {
        return wrong(
            "no Matrix Market file: the first line does not begin with %%MatrixMarket".into(),
        );
    }
    match (words.next(), words.next()) {
        (Some("matrix"), Some("coordinate")) => {}
        (Some("matrix"), Some("array")) => {
            return wrong("a dense matrix (`array`); a sparse one (`coordinate`) is needed".into());
        }
        (object, _) => {
            return wrong(format!(
                "`{}` instead of `matrix coordinate`",
                object.unwrap_or("nothing")
            ));
        }
    }
    let integer = match words.next() {
        Some("real") => false,
        Some("integer") => true,
        Some("complex") => return wrong("a complex matrix; a real one is needed".into()),
        Some("pattern") => return wrong("a pattern has no values; a real matrix is needed".into()),
        other => return wrong(format!("unknown kind of number `{}`", other.unwrap_or(""))),
    };
    let symmetric = match words.next() {
        Some("symmetric") => true,
        Some("general") => false,
        Some(other @ ("skew-symmetric" | "hermitian")) => {
            return wrong(format!(
                "a {other} matrix; a symmetric positive definite one is needed"
            ));
        }
        other => return wrong(format!("unknown symmetry `{}`", other.unwrap_or(""))),
    };
    Ok((integer, symmetric))
}

/// `rows columns entries`.
fn size_line(line: &str, integer: bool, symmetric: bool) -> Result<Header, String> {
    let bad = || format!("`{line}` instead of `rows columns entries`");
    let numbers: Vec<usize> = line
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()
        .map_err(|_| bad())?;
    let [rows, columns, entries] = numbers[..] else {
        return Err(bad());
    };
    if rows != columns {
        return Err(format!(
            "the matrix is not square: {rows} rows, {columns} columns"
        ));
    }
    if rows == 0 {
        return Err("the matrix is empty".into());
    }
    if entries < rows {
        return Err(format!(
            "{entries} entries cannot fill the diagonal of {rows} rows; the matrix is singular"
        ));
    }
    Ok(Header {
        integer,
        symmetric,
        n: rows,
        entries,
    })
}

/// `row column value`, counted from 1.
fn entry(line: &str, header: &Header) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [row, column, value] = words[..] else {
        return Err(format!("`{line}` instead of `row column value`"));
    };
    let n = header.n;
    let index = |word: &str, what: &str| match word.parse::<usize>() {
        Ok(k) if (1..=n).contains(&k) => Ok(k),
        Ok(k) => Err(format!("{what} {k} is not in 1..={n}")),
        Err(_) => Err(format!("`{word}` is no {what} number")),
    };
    let (row, column) = (index(row, "row")?, index(column, "column")?);
    if header.symmetric && column > row {
        return Err(format!(
            "entry ({row}, {column}) is above the diagonal; a symmetric file stores the lower triangle only"
        ));
    }
    let number = if header.integer {
        value.parse::<i64>().is_ok()
    } else {
        value.parse::<f64>().is_ok_and(f64::is_finite)
    };
    if number {
        Ok(())
    } else {
        Err(format!(
            "`{value}` is no finite number of the kind that the first line announces"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "%%MatrixMarket  matrix coordinate real symmetric\n% made up\n\n3 3 5\n1 1 4\n2 1 -1\n2 2 4.0\n3 2 -1e0\n3 3 4\n";

    fn error(text: &str) -> String {
        Matrix::from_text(text, "m.mtx")
            .err()
            .unwrap_or_else(|| panic!("accepted: {text}"))
    }

    #[test]
    fn reads_both_triangles() {
        let a = Matrix::from_text(GOOD, "m.mtx").unwrap();
        assert_eq!((a.rows(), a.value.len()), (3, 7));
        assert_eq!(a.times(&[1.0, 1.0, 1.0]), [3.0, 2.0, 3.0]);
        let whole = GOOD
            .replace("real", "integer")
            .replace("4.0", "4")
            .replace("-1e0", "-1");
        assert_eq!(Matrix::from_text(&whole, "m.mtx").unwrap().value, a.value);
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let cases = [
            (
                GOOD.replace("3 3 4\n", ""),
                "m.mtx:8: the file is truncated: it ends after 4 of 5 entries",
            ),
            (GOOD[..48].to_owned(), "m.mtx:1: the file ends before"),
            (String::new(), "m.mtx:1: no Matrix Market file"),
            (
                GOOD.replace("3 3 5", "3 4 5"),
                "m.mtx:4: the matrix is not square: 3 rows, 4 columns",
            ),
            (GOOD.replace("3 3 5", "3 5"), "m.mtx:4: `3 5` instead of"),
            (
                GOOD.replace("3 3 5", "3 3 4"),
                "m.mtx:9: more entries than the 4 announced",
            ),
            (GOOD.replace("real", "complex"), "m.mtx:1: a complex matrix"),
            (
                GOOD.replace("real", "pattern"),
                "m.mtx:1: a pattern has no values",
            ),
            (
                GOOD.replace("coordinate", "array"),
                "m.mtx:1: a dense matrix",
            ),
            (
                GOOD.replace("4.0", "four"),
                "m.mtx:7: `four` is no finite number",
            ),
            (
                GOOD.replace("4.0", "nan"),
                "m.mtx:7: `nan` is no finite number",
            ),
            (
                GOOD.replace("2 1 -1", "0 1 -1"),
                "m.mtx:6: row 0 is not in 1..=3",
            ),
            (GOOD.replace("2 1 -1", "2 1"), "m.mtx:6: `2 1` instead of"),
            (
                GOOD.replace("2 1 -1", "1 2 -1"),
                "m.mtx:6: entry (1, 2) is above the diagonal",
            ),
            (
                GOOD.replace("4.0", "-4.0"),
                "m.mtx: the diagonal element of row 2 is -4",
            ),
            (
                GOOD.replace("symmetric", "general"),
                "m.mtx: not symmetric: element (2, 1) is -1, element (1, 2) is 0",
            ),
        ];
        for (text, want) in cases {
            let got = error(&text);
            assert!(got.starts_with(want), "{got}\ninstead of\n{want}");
        }
    }

    #[test]
    fn no_prefix_of_a_file_is_accepted_or_panics() {
        for end in 0..GOOD.trim_end().len() {
            error(&GOOD[..end]);
        }
    }
}
