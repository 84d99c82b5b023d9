//! Notes on calls of joined regions that do not join, in all languages.

use crate::diag::{Diagnostic, Severity, codes};
use crate::ir::Span;

/// What keeps a call from joining.
#[derive(Debug, Clone)]
pub(crate) struct Why {
    span: Span,
    text: &'static str,
    help: &'static str,
}

impl Why {
    /// The call is no statement.
    pub(crate) fn expression(call: Span) -> Why {
        Why {
            span: call,
            text: "it is part of an expression",
            help: "make it a statement of its own",
        }
    }

    /// An argument calls something.
    pub(crate) fn argument(span: Span) -> Why {
        Why {
            span,
            text: "code runs to find this argument, which could begin a region",
            help: "give the argument a name before the call",
        }
    }

    /// The call is in a task.
    pub(crate) fn task(span: Span) -> Why {
        Why {
            span,
            text: "it is in a task, which waits for the tasks of the call",
            help: "call it outside of tasks: it registers tasks itself",
        }
    }

    /// The call is in a closure.
    pub(crate) fn closure(span: Span) -> Why {
        Why {
            span,
            text: "it is in code that may run at another time",
            help: "call it in the region itself",
        }
    }

    /// The note on the call of this function.
    pub(crate) fn note(self, name: &str, call: Span) -> Diagnostic {
        let message =
            format!("this call of `{name}` does not join the region: it waits for its tasks");
        let here = self.span == call;
        let d = Diagnostic::new(Severity::Note, codes::NOT_JOINED, message, call);
        let d = match here {
            true => d.label(self.text),
            false => d.also(self.span, self.text),
        };
        d.help(self.help)
    }
}

/// The first line of what is there.
pub(crate) fn first_line(text: &str, span: &Span) -> Span {
    let line = text[span.clone()].lines().next().map_or(0, str::len);
    span.start..span.start + line
}
