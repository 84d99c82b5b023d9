//! The indices of a loop that counts, as numbers of `ptrdiff_t`, and as polynomials.
//!
//! C compares an `int` that is below 0 with a number that has no sign as a very large one, and so it does
//! with bounds like `n - 1` that have none and are below 0. Where the file does not show that all is of
//! types with a sign, `hp5_limit` finds, by these types, where the loop ends. A bound that is too large to
//! be come to is the largest index that there may be; what ends such a loop is the other bound, if any.

use tree_sitter::Node;

use crate::c::parse::lexical::quoted;
use crate::c::parse::source::{Source, expression, peel};
use crate::c::semantics::induction_variables::Counted;
use crate::c::semantics::integer_arithmetic::{CHOICE, Int, integer};
use crate::c::semantics::integer_types::is_narrow;
use crate::c::semantics::signedness::{is_signed, is_wide};
use crate::c::walk::accesses::Body;
use crate::ir::{LoopInfo, Poly, Span};

impl Counted<'_> {
    /// The least index and one past the greatest, as texts of C.
    pub(in crate::c) fn range(&self, src: &Source) -> (String, String) {
        let past = |next: bool| if next { " + 1" } else { "" };
        let less = self.less.filter(|_| !self.unequal || self.is_plain(src));
        let less = less.map(|n| format!(" - (ptrdiff_t)({})", src.bare(n)));
        let (less, first) = (less.unwrap_or_default(), self.first(src));
        match self.down {
            true => {
                let lo = format!("{}{less}{}", self.limit(src, self.lo), past(self.above));
                let lo = match self.also {
                    Some((also, inclusive)) => {
                        let also = self.second(src, also);
                        let also = format!("{also}{}", past(!inclusive));
                        format!("({lo} > {also} ? {lo} : {also})")
                    }
                    None => lo,
                };
                (lo, format!("{first}{}", past(self.inclusive)))
            }
            false => {
                let hi = self.limit(src, Some(self.hi));
                let hi = format!("{hi}{less}{}", past(self.inclusive));
                let hi = match self.also {
                    Some((also, inclusive)) => {
                        let also = format!("{}{}", self.second(src, also), past(inclusive));
                        format!("({hi} < {also} ? {hi} : {also})")
                    }
                    None => hi,
                };
                (first, hi)
            }
        }
    }

    /// What the variable is set to first, which it may make another number of.
    fn first(&self, src: &Source) -> String {
        let first = match self.down {
            true => Some(self.hi),
            false => self.lo,
        };
        let (of, first) = (self.of(), first.map_or("0".to_owned(), |n| src.bare(n)));
        match (self.is_plain(src), self.unequal, self.less) {
            (true, ..) => format!("(ptrdiff_t)({first})"),
            // The sum is what is compared, and may be 0 where the index is the greatest number.
            (false, false, Some(less)) => {
                let less = src.bare(less);
                format!("(ptrdiff_t)(({of})({first}) + ({less})) - (ptrdiff_t)({less})")
            }
            _ => format!("(ptrdiff_t)({of})({first})"),
        }
    }

    /// The bound that ends the loop.
    fn limit(&self, src: &Source, bound: Option<Node>) -> String {
        let Some(bound) = bound.map(|n| src.bare(n)) else {
            return "0".to_owned();
        };
        let (of, first) = (self.of(), self.first(src));
        let (file, line) = src.place(src.line(self.hi.start_byte()));
        let place = format!("{}, {line}", quoted(&file));
        let less = || self.less.map(|n| format!(" - ({})", src.bare(n)));
        let end = || format!("(ptrdiff_t)({of})(({bound}){})", less().unwrap_or_default());
        match (self.is_plain(src), self.unequal, self.down) {
            (true, ..) => format!("(ptrdiff_t)({bound})"),
            (false, true, false) => {
                format!("hp5_rise({first}, {}, ({of})-1 > ({of})0, {place})", end())
            }
            (false, true, true) => {
                let before = if self.before { " - 1" } else { "" };
                format!(
                    "hp5_fall({first}{before}, {}, (ptrdiff_t)({of})-1, {place})",
                    end()
                )
            }
            (false, false, _) => match self.less.map(|n| src.bare(n)) {
                Some(less) => compared(
                    &format!("{first} + (ptrdiff_t)({less})"),
                    &format!("({of})0 + ({less})"),
                    &bound,
                ),
                None if self.before => {
                    compared(&format!("{first} - 1"), &format!("({of})0"), &bound)
                }
                None => compared(&first, &format!("({of})0"), &bound),
            },
        }
    }

    fn second(&self, src: &Source, bound: Node) -> String {
        let (first, of, bound) = (self.first(src), self.of(), src.bare(bound));
        match self.is_plain(src) {
            true => format!("(ptrdiff_t)({bound})"),
            false => compared(&first, &format!("({of})0"), &bound),
        }
    }

    /// Words for the variable's type.
    fn of(&self) -> String {
        match &self.words {
            Some([words, _]) if self.declares => words.clone(),
            _ => format!("__typeof__({})", self.var),
        }
    }

    /// The variable has a sign, and all numbers of an `int`.
    pub(in crate::c) fn is_wide(&self) -> bool {
        self.words.as_ref().is_some_and(|[_, words]| is_wide(words))
    }

    /// The type of its values.
    pub(in crate::c) fn int(&self) -> Int {
        self.words
            .as_ref()
            .map_or(Int::Unknown, |[_, words]| Int::of(words))
    }

    /// The variable has no sign.
    fn is_signless(&self) -> bool {
        let parts = ["unsigned", "size_t", "uint"];
        let words = self.words.as_ref();
        words
            .is_some_and(|[_, words]| parts.iter().any(|p| words.contains(p)) && words != "ssize_t")
    }

    /// Indices may be as good as below 0: of a loop like `i + 2 < n` they are compared when they have passed it.
    pub(in crate::c) fn passes_zero(&self) -> bool {
        let natural = |n: Node| n.kind() == "number_literal";
        self.less.is_some() && !self.is_wide() && (self.down || !self.lo.is_some_and(natural))
    }

    /// The variable has less numbers than an `int`.
    pub(in crate::c) fn is_narrow(&self) -> bool {
        let words = self.words.as_ref();
        words.is_some_and(|[_, words]| is_narrow(words))
    }

    /// The bounds are the numbers that they are compared as.
    fn is_plain(&self, src: &Source) -> bool {
        let natural =
            |n: Node| integer(src.text(peel(n))).is_some_and(|n| i32::try_from(n).is_ok());
        let signed = |n: Node| is_signed(src, n, (src, n), 0);
        let naturals = !self.unequal && self.words.is_some() && !self.is_narrow();
        (naturals && self.limits().all(natural)) || (self.is_wide() && self.limits().all(signed))
    }

    /// Distance of the indices, as a text of C.
    pub(in crate::c) fn stride(&self, src: &Source) -> String {
        match self.by {
            Some(by) => format!("(ptrdiff_t)({})", src.bare(by)),
            None => self.step.to_string(),
        }
    }

    /// All numbers between the bounds are indices.
    pub(in crate::c) fn is_dense(&self) -> bool {
        self.step == 1 && self.by.is_none()
    }

    /// What the bounds are made of.
    pub(in crate::c) fn limits(&self) -> impl Iterator<Item = Node<'_>> {
        let also = self.also.map(|(node, _)| node);
        let both = self.lo.into_iter().chain([self.hi]);
        both.chain(self.less).chain(also)
    }

    /// What says which indices there are: the bounds, and the distance.
    pub(in crate::c) fn ends(&self) -> impl Iterator<Item = Node<'_>> {
        self.limits().chain(self.by)
    }

    /// Where its bounds stand.
    pub(in crate::c) fn bounds_span(&self) -> Span {
        let starts = self.limits().map(|n| n.start_byte()).min();
        let ends = self.limits().map(|n| n.end_byte()).max();
        starts.unwrap_or_default()..ends.unwrap_or_default()
    }

    /// Where the variable is left that has run through all indices from `lo` to `hi`, which are texts
    /// as of [`range`](Self::range).
    pub(in crate::c) fn left(&self, src: &Source, lo: &str, hi: &str) -> String {
        let step = self.stride(src);
        match (self.down, self.in_condition) {
            (true, true) => format!("({hi} > {lo} ? {lo} : {hi}) - 1"),
            (true, false) => format!("{hi} > {lo} ? {lo} - 1 : {hi} - 1"),
            (false, _) => format!(
                "{hi} > {lo} ? {lo} + ({hi} - ({lo}) + {step} - 1) / {step} * {step} : {lo}"
            ),
        }
    }

    /// A bound that may be below 0, which the loop may take for a very large number.
    fn may_wrap(&self, src: &Source, bound: Node) -> bool {
        let text = src.with_macros(src.text(bound)).replace("->", ".");
        let signed = self.is_wide() && is_signed(src, bound, (src, bound), 0);
        (text.contains('-') && !signed) || self.is_taken_for_large(src, bound)
    }

    /// A bound that has a sign, and may be below 0, where the variable may have none.
    fn is_taken_for_large(&self, src: &Source, bound: Node) -> bool {
        let signed = || is_signed(src, bound, (src, bound), 0);
        !self.is_wide() && integer(src.text(peel(bound))).is_none() && signed()
    }
}

impl Body<'_> {
    /// A loop's bounds, and an atom for its variable.
    pub(in crate::c) fn bind_loop(&mut self, src: &Source, known: &Counted) -> LoopInfo {
        let (lo, hi) = self.bounds(src, known);
        let hi = behind_last(lo.as_ref(), hi, known);
        let direct = |n: Node| self.env.poly(src, n).is_some();
        let ends = || match known.also {
            Some(_) => self.nearest(src, known).is_some(),
            // The bound may be one that is not come to but by way of 0.
            None => known.is_wide() || !known.unequal || !known.down,
        };
        let chosen = lo.iter().chain(&hi).any(is_choice);
        let exact = known.is_dense() && known.limits().all(direct) && ends() && !chosen;
        let atom = self.env.bind_loop(&known.var);
        self.env.declare(&known.var, known.int());
        let info = LoopInfo {
            atom,
            lo,
            hi,
            exact,
        };
        self.env.ranges.push(info.clone());
        info
    }

    /// The least index and one past the greatest.
    pub(in crate::c) fn bounds(
        &self,
        src: &Source,
        known: &Counted,
    ) -> (Option<Poly>, Option<Poly>) {
        match known.down {
            true => (self.least(src, known), {
                let hi = self.begin(src, known, known.hi, false);
                next(hi, known.inclusive)
            }),
            false => {
                let lo = known.lo.and_then(|lo| self.begin(src, known, lo, true));
                (lo, self.greatest(src, known))
            }
        }
    }

    /// What the variable is set to first, as a number of its type.
    fn begin(&self, src: &Source, known: &Counted, first: Node, lower: bool) -> Option<Poly> {
        // An index that is compared when it has passed 0 counts as one below 0.
        let stored = || match known.less {
            None => self.env.stored(src, first, known.int()),
            Some(_) => self.env.given(src, first, known.int()),
        };
        let direct = match lower {
            true => stored(),
            false => self.env.ending(stored),
        };
        direct.or_else(|| self.env.bound(src, first, lower))
    }

    /// The least index of a loop that counts down.
    fn least(&self, src: &Source, known: &Counted) -> Option<Poly> {
        let zero = Poly::constant(0);
        let lo = match known.lo {
            Some(lo) => self.env.bound(src, lo, true),
            None => Some(zero.clone()),
        };
        let lo = less(self, src, known, lo);
        // Where no index is below 0, the last one may be 0, whatever the bound is.
        if known.unequal && !known.is_wide() {
            let number = lo.as_ref().and_then(Poly::as_constant);
            return match number {
                Some(-1 | 0) => next(lo, known.above),
                Some(1..) => Some(zero),
                _ => known.is_signless().then_some(zero),
            };
        }
        next(lo, known.above)
    }

    /// One past the greatest index of a loop that counts up.
    fn greatest(&self, src: &Source, known: &Counted) -> Option<Poly> {
        let hi = || {
            let hi = self.env.bound(src, known.hi, false);
            next(less(self, src, known, hi), known.inclusive)
        };
        let Some((also, inclusive)) = known.also else {
            return hi();
        };
        // Either will do that is no very large number.
        let nearest = self.nearest(src, known);
        let first = || hi().filter(|_| !known.may_wrap(src, known.hi));
        let second = || {
            let bound = self.env.bound(src, also, false);
            next(bound, inclusive).filter(|_| !known.may_wrap(src, also))
        };
        nearest.or_else(first).or_else(second)
    }

    /// One past the greatest index of a loop that two bounds end, where they are known before it.
    fn nearest(&self, src: &Source, known: &Counted) -> Option<Poly> {
        let (also, inclusive) = known.also?;
        // Each is compared with the index, and not with the other one.
        if [known.hi, also]
            .into_iter()
            .any(|bound| known.is_taken_for_large(src, bound))
        {
            return None;
        }
        let less = known
            .less
            .map_or(String::new(), |n| format!(" - ({})", src.bare(n)));
        let (hi, also) = (
            format!("({}){less}", src.bare(known.hi)),
            format!("({})", src.bare(also)),
        );
        // What is added 1 to is less than something.
        let text = match (known.inclusive, inclusive) {
            (true, false) => format!("{hi} < {also} ? {hi} + 1 : {also}"),
            (false, true) => format!("{also} < {hi} ? {also} + 1 : {hi}"),
            _ => format!("{hi} < {also} ? {hi} : {also}"),
        };
        let both = expression(&text, src)?;
        let both = both.value().and_then(|value| self.env.index(&both, value));
        next(both, known.inclusive && inclusive)
    }
}

/// The bound is one of two.
fn is_choice(bound: &Poly) -> bool {
    bound.inner().any(|name| name == CHOICE)
}

/// Where a loop ends whose index begins at `start` and has the type of `index`, by the type in which C compares
/// it with the bound.
fn compared(start: &str, index: &str, bound: &str) -> String {
    let of = format!("__typeof__({index} + ({bound}))");
    format!("hp5_limit({start}, (ptrdiff_t)({of})({bound}), ({of})-1 > 0 ? sizeof({of}) : 0)")
}

/// One past the last index that a loop by more than one comes to, where that is a number.
fn behind_last(lo: Option<&Poly>, hi: Option<Poly>, known: &Counted) -> Option<Poly> {
    let numbers = lo
        .and_then(Poly::as_constant)
        .zip(hi.as_ref().and_then(Poly::as_constant));
    match numbers {
        Some((first, past)) if !known.down && known.by.is_none() && first < past => {
            let turns = past.checked_sub(first + 1)? / known.step;
            Some(Poly::constant(first + turns * known.step + 1))
        }
        _ => hi,
    }
}

fn next(bound: Option<Poly>, is: bool) -> Option<Poly> {
    bound?.plus(&Poly::constant(i64::from(is)))
}

/// The bound, less what is added to the variable.
fn less(body: &Body, src: &Source, known: &Counted, bound: Option<Poly>) -> Option<Poly> {
    match known.less {
        Some(less) => bound?.minus(&body.env.index(src, less)?),
        None => bound,
    }
}
