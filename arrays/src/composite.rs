//! Elements that are made of several numbers: user types and static arrays.
//!
//! In a `.npy` file they are NumPy's structured elements, fields by their names in their order
//! (`np.dtype([("spot", "<f8", (3,)), ("mass", "<f8")])`; unnamed bytes between fields are left
//! out). An element that is itself a static array has no such form: its dimensions are further
//! ones of the file's array, as NumPy has it. In the plain text form an element is its numbers,
//! one after the other. Matrix Market has neither.

use npyz::{DType, Endianness, NpyFile, Order, TypeChar, TypeStr};

use crate::element::{Element, Kind, Number};
use crate::error::Fault;
use crate::{Array, Error, Form, Problem, npy, text};

/// What an element is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// One number.
    One(Kind),
    /// So many of one layout.
    Static(usize, Box<Layout>),
    /// Fields, by name.
    Record(Vec<(&'static str, Layout)>),
}

/// Types of elements that files can hold.
pub trait Composite: Clone + Sized {
    /// What they are made of.
    fn layout() -> Layout;

    /// Adds the numbers of an element.
    fn put(&self, to: &mut Vec<Number>);

    /// An element of numbers that are of the layout's kinds; `None` where they are not, or too few.
    fn take(from: &mut std::slice::Iter<'_, Number>) -> Option<Self>;

    /// Reads an array with `rank` dimensions, as [`read`](crate::read) does.
    ///
    /// # Errors
    /// When the file is missing or no such array.
    fn read(source: &str, rank: usize) -> Result<Array<Self>, Error> {
        read(source, rank)
    }

    /// Writes an array, as [`write`](crate::write) does.
    ///
    /// # Errors
    /// When the file cannot be written, or its form has no such elements.
    fn write(path: &str, sizes: &[usize], data: &[Self]) -> Result<(), Error> {
        write(path, sizes, data)
    }
}

macro_rules! plain {
    ($($ty:ty)*) => {$(
        impl Composite for $ty {
            fn layout() -> Layout {
                Layout::One(<$ty as Element>::KIND)
            }

            fn put(&self, to: &mut Vec<Number>) {
                to.push(self.number());
            }

            fn take(from: &mut std::slice::Iter<'_, Number>) -> Option<$ty> {
                <$ty as Element>::of(*from.next()?)
            }

            fn read(source: &str, rank: usize) -> Result<Array<$ty>, Error> {
                crate::read(source, rank)
            }

            fn write(path: &str, sizes: &[usize], data: &[$ty]) -> Result<(), Error> {
                crate::write(path, sizes, data)
            }
        }
    )*};
}

plain! { i32 f32 f64 bool u8 }

impl<T: Composite, const N: usize> Composite for [T; N] {
    fn layout() -> Layout {
        Layout::Static(N, Box::new(T::layout()))
    }

    fn put(&self, to: &mut Vec<Number>) {
        self.iter().for_each(|element| element.put(to));
    }

    fn take(from: &mut std::slice::Iter<'_, Number>) -> Option<[T; N]> {
        let elements: Option<Vec<T>> = (0..N).map(|_| T::take(from)).collect();
        elements?.try_into().ok()
    }
}

impl<T: Composite> Composite for Box<T> {
    fn layout() -> Layout {
        T::layout()
    }

    fn put(&self, to: &mut Vec<Number>) {
        (**self).put(to);
    }

    fn take(from: &mut std::slice::Iter<'_, Number>) -> Option<Box<T>> {
        T::take(from).map(Box::new)
    }
}

impl Layout {
    /// The kinds of its numbers, in their order.
    fn kinds(&self, to: &mut Vec<Kind>) {
        match self {
            Layout::One(kind) => to.push(*kind),
            Layout::Static(count, inner) => (0..*count).for_each(|_| inner.kinds(to)),
            Layout::Record(fields) => fields.iter().for_each(|(_, inner)| inner.kinds(to)),
        }
    }

    /// The sizes of static arrays around, and what they are of.
    fn peeled(&self) -> (Vec<usize>, &Layout) {
        let (mut sizes, mut at) = (Vec::new(), self);
        while let Layout::Static(count, inner) = at {
            sizes.push(*count);
            at = inner;
        }
        (sizes, at)
    }

    /// As NumPy describes it.
    fn descr(&self) -> String {
        match self {
            Layout::One(kind) => match kind {
                Kind::Integer => "'<i4'".to_owned(),
                Kind::Single => "'<f4'".to_owned(),
                Kind::Double => "'<f8'".to_owned(),
                Kind::Boolean => "'|b1'".to_owned(),
                Kind::Character => "'|u1'".to_owned(),
            },
            Layout::Static(..) => self.peeled().1.descr(),
            Layout::Record(fields) => {
                let field = |(name, layout): &(&str, Layout)| {
                    let (sizes, of) = layout.peeled();
                    let shape: String = sizes.iter().map(|n| format!("{n}, ")).collect();
                    match sizes.is_empty() {
                        true => format!("('{name}', {})", of.descr()),
                        false => format!("('{name}', {}, ({shape}))", of.descr()),
                    }
                };
                let fields: Vec<String> = fields.iter().map(field).collect();
                format!("[{}]", fields.join(", "))
            }
        }
    }
}

/// A number in an element of a file: where, and as what.
struct Leaf {
    offset: usize,
    ty: TypeStr,
}

/// The numbers of an element that a file holds as `found`, if it is of the layout; `offset` is
/// where the element begins, and in the end where it ends.
fn leaves(layout: &Layout, found: &DType, offset: &mut usize, to: &mut Vec<Leaf>) -> Option<()> {
    match (layout, found) {
        (Layout::One(_), DType::Plain(ty)) => {
            to.push(Leaf {
                offset: *offset,
                ty: ty.clone(),
            });
            *offset = offset.checked_add(ty.num_bytes()?)?;
        }
        (Layout::Static(count, inner), DType::Array(n, of)) if *n == *count as u64 => {
            for _ in 0..*count {
                leaves(inner, of, offset, to)?;
            }
        }
        (Layout::Record(wanted), DType::Record(fields)) => {
            let mut wanted = wanted.iter();
            for field in fields {
                if field.name.is_empty() {
                    *offset = offset.checked_add(field.dtype.num_bytes()?)?;
                    continue;
                }
                let (name, layout) = wanted.next()?;
                if *name != field.name {
                    return None;
                }
                leaves(layout, &field.dtype, offset, to)?;
            }
            wanted.next().is_none().then_some(())?;
        }
        _ => return None,
    }
    Some(())
}

impl Leaf {
    /// The number in an element's bytes.
    fn number(&self, element: &[u8]) -> Option<Number> {
        let width = self.ty.num_bytes()?;
        let bytes = element.get(self.offset..self.offset.checked_add(width)?)?;
        // Little end first, with the sign in all bytes behind a whole number.
        let mut little = [0_u8; 8];
        for (at, byte) in bytes.iter().enumerate() {
            let big = self.ty.endianness() == Endianness::Big;
            let place = if big { width - 1 - at } else { at };
            *little.get_mut(place)? = *byte;
        }
        let unsigned = u64::from_le_bytes(little);
        Some(match (self.ty.type_char(), width) {
            (TypeChar::Int, 1 | 2 | 4 | 8) => {
                let unused = 64 - 8 * width as u32;
                Number::Whole((unsigned << unused).cast_signed() >> unused)
            }
            (TypeChar::Uint, 1 | 2 | 4 | 8) => match i64::try_from(unsigned) {
                Ok(whole) => Number::Whole(whole),
                Err(_) => Number::Double(unsigned as f64),
            },
            (TypeChar::Float, 4) => Number::Single(f32::from_bits(u32::try_from(unsigned).ok()?)),
            (TypeChar::Float, 8) => Number::Double(f64::from_bits(unsigned)),
            (TypeChar::Bool, 1) => Number::Truth(unsigned != 0),
            _ => return None,
        })
    }
}

/// The number as one of this kind; `None` when that would lose anything.
fn fitted(kind: Kind, number: Number) -> Option<Number> {
    Some(match kind {
        Kind::Integer => i32::of(number)?.number(),
        Kind::Single => f32::of(number)?.number(),
        Kind::Double => f64::of(number)?.number(),
        Kind::Boolean => bool::of(number)?.number(),
        Kind::Character => u8::of(number)?.number(),
    })
}

/// Numbers, so many for an element, as elements.
fn elements<T: Composite>(numbers: &[Number], kinds: &[Kind]) -> Option<Vec<T>> {
    let each = numbers.chunks(kinds.len().max(1));
    each.map(|numbers| T::take(&mut numbers.iter())).collect()
}

fn unlike<T: Composite>(found: &str) -> Problem {
    Problem::Form(format!(
        "holds elements of dtype {found} where {} is needed: np.array(.., dtype={0})",
        T::layout().descr()
    ))
}

fn read<T: Composite>(source: &str, rank: usize) -> Result<Array<T>, Error> {
    let path = std::path::Path::new(source);
    let bytes = std::fs::read(path).map_err(|e| Error::new(source, Problem::Unreadable(e)))?;
    let array = match crate::form(path) {
        Form::Npy => read_npy::<T>(&bytes, rank),
        Form::Market => Err(no_market().into()),
        Form::Text => read_text::<T>(&bytes),
    };
    let ranked = array.and_then(|array| match array.sizes.len() == rank {
        true => Ok(array),
        false => Err(Problem::Rank {
            sizes: array.sizes,
            wanted: rank,
        }
        .into()),
    });
    ranked.map_err(|fault| fault.of(source))
}

fn no_market() -> Problem {
    Problem::Form("Matrix Market has no elements of user types: use .npy or plain text".into())
}

fn read_npy<T: Composite>(bytes: &[u8], rank: usize) -> Result<Array<T>, Fault> {
    let bad = |e: std::io::Error| Problem::Form(format!("is no .npy file: {e}"));
    let file = NpyFile::new(bytes).map_err(bad)?;
    let sizes: Option<Vec<usize>> = file
        .shape()
        .iter()
        .map(|&n| usize::try_from(n).ok())
        .collect();
    let mut sizes = sizes.ok_or_else(|| Problem::Form("is larger than this machine".to_owned()))?;
    if file.order() == Order::Fortran && sizes.len() > 1 {
        let message = "holds its elements column by column: np.save(.., np.ascontiguousarray(a))";
        return Err(Problem::Form(message.into()).into());
    }
    let (layout, dtype) = (T::layout(), file.dtype());
    // Static arrays are further dimensions of the file.
    let (inner, of) = layout.peeled();
    let behind = sizes.split_off(sizes.len().min(rank));
    let (mut leaf, mut width) = (Vec::new(), 0);
    let fits = behind == inner && leaves(of, &dtype, &mut width, &mut leaf).is_some();
    if !fits && (sizes.len() < rank || behind.len() != inner.len()) {
        sizes.extend(behind);
        return Err(Problem::Rank {
            sizes,
            wanted: rank + inner.len(),
        }
        .into());
    }
    if !fits || width == 0 {
        return Err(unlike::<T>(&dtype.descr()).into());
    }
    let each: usize = inner.iter().product();
    let wanted = sizes.iter().try_fold(1_usize, |n, &d| n.checked_mul(d));
    let wanted = wanted.unwrap_or(usize::MAX);
    let content = &bytes[bytes.len() - npy::rest(bytes).unwrap_or(0)..];
    let found = content.len() / (width * each.max(1));
    if found < wanted {
        return Err(Problem::Truncated { found, wanted }.into());
    }
    let mut kinds = Vec::new();
    of.kinds(&mut kinds);
    let mut numbers = Vec::with_capacity(wanted * each * leaf.len());
    for (at, element) in content.chunks_exact(width).take(wanted * each).enumerate() {
        for (leaf, &kind) in leaf.iter().zip(&kinds) {
            let number = leaf.number(element);
            let number = number.ok_or_else(|| unlike::<T>(&dtype.descr()))?;
            let fitted = fitted(kind, number).ok_or_else(|| Problem::Element {
                place: at / each.max(1),
                value: number.to_string(),
                wanted: kind,
            })?;
            numbers.push(fitted);
        }
    }
    let mut all = Vec::new();
    layout.kinds(&mut all);
    let data = elements(&numbers, &all).ok_or_else(|| unlike::<T>(&dtype.descr()))?;
    Ok(Array { sizes, data })
}

fn read_text<T: Composite>(bytes: &[u8]) -> Result<Array<T>, Fault> {
    let mut kinds = Vec::new();
    T::layout().kinds(&mut kinds);
    let convert = |place: usize, number: Option<Number>| {
        let kind = kinds[place % kinds.len()];
        number.and_then(|number| fitted(kind, number)).ok_or(kind)
    };
    let (sizes, numbers) = text::numbers(bytes, kinds.len(), convert)?;
    let data = elements(&numbers, &kinds);
    let data = data.ok_or_else(|| Problem::Form("holds something else".into()))?;
    Ok(Array { sizes, data })
}

fn write<T: Composite>(path: &str, sizes: &[usize], data: &[T]) -> Result<(), Error> {
    assert_eq!(
        sizes.iter().product::<usize>(),
        data.len(),
        "sizes of an array"
    );
    let place = std::path::Path::new(path);
    let bytes = match crate::form(place) {
        Form::Npy => Ok(write_npy(sizes, data)),
        Form::Market => Err(no_market()),
        Form::Text => Ok(write_text(sizes, data).into_bytes()),
    };
    let bytes = bytes.map_err(|problem| Error::new(path, problem))?;
    std::fs::write(place, bytes).map_err(|e| Error::new(path, Problem::Unwritable(e)))
}

fn write_npy<T: Composite>(sizes: &[usize], data: &[T]) -> Vec<u8> {
    let layout = T::layout();
    let shape = sizes.iter().copied().chain(layout.peeled().0);
    let shape: String = shape.map(|n| format!("{n}, ")).collect();
    let mut head = format!(
        "{{'descr': {}, 'fortran_order': False, 'shape': ({shape}), }}",
        layout.descr()
    );
    // Version 2 counts the head's length in 4 bytes; elements begin at a multiple of 64.
    let before = 12;
    head += &" ".repeat(63 - (before + head.len()) % 64);
    head.push('\n');
    let mut bytes = b"\x93NUMPY\x02\x00".to_vec();
    bytes.extend(u32::try_from(head.len()).unwrap_or(u32::MAX).to_le_bytes());
    bytes.extend(head.as_bytes());
    let mut numbers = Vec::new();
    for element in data {
        numbers.clear();
        element.put(&mut numbers);
        for number in &numbers {
            match *number {
                Number::Whole(v) => bytes.extend((v as i32).to_le_bytes()),
                Number::Single(v) => bytes.extend(v.to_le_bytes()),
                Number::Double(v) | Number::Decimal(v) => bytes.extend(v.to_le_bytes()),
                Number::Truth(v) => bytes.push(u8::from(v)),
                Number::Byte(v) => bytes.push(v),
            }
        }
    }
    bytes
}

/// An element to a line.
fn write_text<T: Composite>(sizes: &[usize], data: &[T]) -> String {
    let shown: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let mut text = shown.join(" * ") + "\n";
    let mut numbers = Vec::new();
    for element in data {
        numbers.clear();
        element.put(&mut numbers);
        let words: Vec<String> = numbers.iter().map(Number::to_string).collect();
        text += &words.join(" ");
        text.push('\n');
    }
    text
}
