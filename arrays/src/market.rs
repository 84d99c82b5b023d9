//! Matrix Market files: dense arrays, sparse matrices made dense, and the parts of sparse
//! matrices in compressed rows.

use std::fmt::Write as _;

use crate::element::{Element, Number};
use crate::error::Fault;
use crate::{Array, Kind, Problem, text};

/// What the first two lines say.
struct Head {
    sparse: bool,
    /// `pattern`: entries have no values; they count as 1.
    pattern: bool,
    symmetry: Symmetry,
    rows: usize,
    columns: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
}

/// An entry: row and column from 0.
struct Entry {
    row: usize,
    column: usize,
    value: Number,
    line: usize,
}

pub(crate) fn read<T: Element>(
    bytes: &[u8],
    part: Option<&str>,
    rank: usize,
) -> Result<Array<T>, Fault> {
    let text = std::str::from_utf8(bytes);
    let text = text.map_err(|_| Problem::Form("is no text file".into()))?;
    let (head, entries) = parse(text)?;
    match part {
        None => dense(&head, &entries, rank, bytes.len()),
        Some(part) => compressed(&head, entries, part),
    }
}

fn form(what: impl Into<String>) -> Problem {
    Problem::Form(what.into())
}

fn parse(text: &str) -> Result<(Head, Vec<Entry>), Fault> {
    let (sparse, pattern, symmetry) =
        banner(text.lines().next().unwrap_or("")).map_err(|p| p.at(1))?;
    let lines = text.lines().enumerate().skip(1);
    let lines = lines.map(|(at, line)| (at + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('%'));
    let (at, sizes) = lines
        .next()
        .ok_or_else(|| form("ends before the line with the sizes"))?;
    let numbers: Result<Vec<usize>, _> = sizes.split_whitespace().map(str::parse).collect();
    let (rows, columns, entries) = match (numbers.as_deref(), sparse) {
        (Ok(&[rows, columns, entries]), true) => (rows, columns, entries),
        (Ok(&[rows, columns]), false) => {
            let all = match symmetry {
                Symmetry::General => rows.checked_mul(columns),
                Symmetry::Symmetric => rows.checked_mul(rows + 1).map(|n| n / 2),
                Symmetry::Skew => rows.checked_mul(rows.saturating_sub(1)).map(|n| n / 2),
            };
            (rows, columns, all.unwrap_or(usize::MAX))
        }
        _ => {
            let wanted = if sparse {
                "rows columns entries"
            } else {
                "rows columns"
            };
            let sizes = sizes.escape_default();
            return Err(form(format!("`{sizes}` where `{wanted}` is needed")).at(at));
        }
    };
    if symmetry != Symmetry::General && rows != columns {
        return Err(form(format!(
            "is symmetric with {rows} rows and {columns} columns"
        ))
        .at(at));
    }
    let head = Head {
        sparse,
        pattern,
        symmetry,
        rows,
        columns,
    };
    let mut list = Vec::new();
    // Where the next number of a dense matrix belongs.
    let mut next = (usize::from(symmetry == Symmetry::Skew), 0);
    for (at, line) in lines {
        if list.len() == entries {
            return Err(Problem::Longer(entries).at(at));
        }
        let entry = if sparse {
            sparse_entry(line, &head)
        } else {
            dense_entry(line, &head, &mut next)
        };
        let (row, column, value) = entry.map_err(|p| p.at(at))?;
        list.push(Entry {
            row,
            column,
            value,
            line: at,
        });
    }
    if list.len() < entries {
        let found = list.len();
        return Err(Problem::Truncated {
            found,
            wanted: entries,
        }
        .into());
    }
    Ok((head, list))
}

fn banner(line: &str) -> Result<(bool, bool, Symmetry), Problem> {
    let lower = line.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    if words.first() != Some(&"%%matrixmarket") {
        return Err(form(
            "is no Matrix Market file: it does not begin with %%MatrixMarket",
        ));
    }
    let word = |at: usize| words.get(at).copied().unwrap_or("nothing");
    let sparse = match (word(1), word(2)) {
        ("matrix", "coordinate") => true,
        ("matrix", "array") => false,
        (object, kind) => return Err(form(format!("holds `{object} {kind}`, no matrix"))),
    };
    let pattern = match word(3) {
        "real" | "double" | "integer" => false,
        "pattern" if sparse => true,
        other => {
            return Err(form(format!(
                "holds `{other}` numbers, which are not supported"
            )));
        }
    };
    let symmetry = match word(4) {
        "general" => Symmetry::General,
        "symmetric" => Symmetry::Symmetric,
        "skew-symmetric" => Symmetry::Skew,
        other => return Err(form(format!("is `{other}`, which is not supported"))),
    };
    Ok((sparse, pattern, symmetry))
}

fn value(word: &str) -> Result<Number, Problem> {
    let number = text::number(word).filter(|n| !matches!(n, Number::Truth(_)));
    number.ok_or_else(|| form(format!("`{}` is no number", word.escape_default())))
}

fn sparse_entry(line: &str, head: &Head) -> Result<(usize, usize, Number), Problem> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (row, column, number) = match (words[..].split_at_checked(2), head.pattern) {
        (Some(([row, column], [])), true) => (row, column, Number::Whole(1)),
        (Some(([row, column], [word])), false) => (row, column, value(word)?),
        _ => {
            let line = line.escape_default();
            return Err(form(format!("`{line}` where `row column value` is needed")));
        }
    };
    let index = |word: &str, what: &str, most: usize| match word.parse::<usize>() {
        Ok(n) if (1..=most).contains(&n) => Ok(n - 1),
        _ => Err(form(format!(
            "{what} `{}` is not in 1..={most}",
            word.escape_default()
        ))),
    };
    let row = index(row, "row", head.rows)?;
    let column = index(column, "column", head.columns)?;
    if head.symmetry != Symmetry::General && column > row {
        return Err(form("is symmetric, with an entry above the diagonal"));
    }
    Ok((row, column, number))
}

fn dense_entry(
    line: &str,
    head: &Head,
    next: &mut (usize, usize),
) -> Result<(usize, usize, Number), Problem> {
    let (row, column) = *next;
    next.0 += 1;
    if next.0 == head.rows {
        next.1 += 1;
        next.0 = match head.symmetry {
            Symmetry::General => 0,
            Symmetry::Symmetric => next.1,
            Symmetry::Skew => next.1 + 1,
        };
    }
    Ok((row, column, value(line)?))
}

/// A number of the file as an element, whole numbers as what is wanted.
fn element<T: Element>(entry: &Entry, place: usize) -> Result<T, Fault> {
    T::of(entry.value).ok_or_else(|| {
        Problem::Element {
            place,
            value: entry.value.to_string(),
            wanted: T::KIND,
        }
        .at(entry.line)
    })
}

/// The entry and, in a symmetric file, its mirror image.
fn both(head: &Head, entry: &Entry) -> Vec<(usize, usize, Number)> {
    let (row, column, value) = (entry.row, entry.column, entry.value);
    let mut places = vec![(row, column, value)];
    let mirrored = match (head.symmetry, value) {
        (Symmetry::General, _) => return places,
        (Symmetry::Skew, Number::Whole(v)) => Number::Whole(v.wrapping_neg()),
        (Symmetry::Skew, Number::Decimal(v)) => Number::Decimal(-v),
        (_, value) => value,
    };
    if row != column {
        places.push((column, row, mirrored));
    }
    places
}

fn dense<T: Element>(
    head: &Head,
    entries: &[Entry],
    rank: usize,
    length: usize,
) -> Result<Array<T>, Fault> {
    let count = head.rows.checked_mul(head.columns);
    // Sparse files may stand for more than they hold, within reason.
    let most = length.saturating_mul(1 << 16).min(1 << 34);
    let count = count.filter(|&n| n <= most).ok_or_else(|| {
        form(format!(
            "is too large to be made dense: {} x {}; bind its parts with #rows, #columns and #values",
            head.rows, head.columns
        ))
    })?;
    let zero = T::of(Number::Whole(0)).or(T::of(Number::Byte(0)));
    let zero = zero.ok_or(Problem::Type {
        found: "numbers".into(),
        wanted: T::KIND,
    })?;
    let mut data = vec![zero; count];
    let mut seen = vec![false; count];
    for entry in entries {
        for (row, column, value) in both(head, entry) {
            let place = row * head.columns + column;
            let mirrored = Entry { value, ..*entry };
            data[place] = element(&mirrored, place)?;
            if std::mem::replace(&mut seen[place], true) {
                let what = format!("has two entries for ({}, {})", row + 1, column + 1);
                return Err(form(what).at(entry.line));
            }
        }
    }
    let sizes = if rank == 1 && (head.columns == 1 || head.rows == 1) {
        vec![count]
    } else {
        vec![head.rows, head.columns]
    };
    Ok(Array { sizes, data })
}

fn compressed<T: Element>(head: &Head, entries: Vec<Entry>, part: &str) -> Result<Array<T>, Fault> {
    if !head.sparse {
        return Err(
            form("is dense: #rows, #columns and #values are parts of sparse matrices").into(),
        );
    }
    let mut all = Vec::new();
    for entry in entries {
        for (row, column, value) in both(head, &entry) {
            all.push(Entry {
                row,
                column,
                value,
                line: entry.line,
            });
        }
    }
    all.sort_by_key(|e| (e.row, e.column));
    let whole = |n: i64| T::of(Number::Whole(n)).filter(|_| T::KIND != Kind::Character);
    let wrong = || Problem::Type {
        found: format!("indices in `#{part}`"),
        wanted: T::KIND,
    };
    let data: Vec<T> = match part {
        "values" => {
            let value = |(at, e)| element(e, at);
            all.iter()
                .enumerate()
                .map(value)
                .collect::<Result<_, _>>()?
        }
        "columns" => {
            let column = |e: &Entry| whole(i64::try_from(e.column).ok()?);
            all.iter()
                .map(column)
                .collect::<Option<_>>()
                .ok_or_else(wrong)?
        }
        "rows" => {
            if head.rows > (1 << 34) {
                return Err(form(format!("has too many rows: {}", head.rows)).into());
            }
            let mut ends = Vec::new();
            let mut entries = all.iter().peekable();
            let mut end = -1;
            for row in 0..head.rows {
                while entries.next_if(|e| e.row == row).is_some() {
                    end += 1;
                }
                ends.push(whole(end).ok_or_else(wrong)?);
            }
            ends
        }
        other => return Err(Problem::NoParts(other.to_owned()).into()),
    };
    Ok(Array {
        sizes: vec![data.len()],
        data,
    })
}

pub(crate) fn write<T: Element>(sizes: &[usize], data: &[T]) -> Result<Vec<u8>, Problem> {
    let (rows, columns) = match *sizes {
        [rows] => (rows, 1),
        [rows, columns] => (rows, columns),
        _ => {
            let sizes = crate::error::shown(sizes);
            return Err(form(format!(
                "cannot hold {sizes}: a Matrix Market file has two dimensions; use .npy"
            )));
        }
    };
    let kind = match T::KIND {
        Kind::Single | Kind::Double => "real",
        Kind::Integer | Kind::Boolean | Kind::Character => "integer",
    };
    let mut text = format!("%%MatrixMarket matrix array {kind} general\n{rows} {columns}\n");
    for column in 0..columns {
        for row in 0..rows {
            let number = match data[row * columns + column].number() {
                Number::Truth(truth) => Number::Whole(i64::from(truth)),
                other => other,
            };
            let _ = writeln!(text, "{number}");
        }
    }
    Ok(text.into_bytes())
}
