//! Embedded code: Rust in place, C and C++ as functions of files beside the program.
//!
//! A piece of C or C++ becomes a function with a pointer for each of its variables. In C++ the
//! variables are references; in C they are copies that go back behind the code, where a `return`
//! in it goes. A `return` leaves the code and nothing else, in Rust too. A file's name and its function's are made of what is in it, so
//! instances of one piece with the same types are one.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use super::access::Uses;
use super::expr::Scope;
use super::{Emitter, NotYet, Text, function, not_yet, types};
use crate::highp5::ast::{Language, Span};
use crate::highp5::typed::{Body, ExternCode, Place, Record, Type};

/// A file of another language, which the program's `build.rs` compiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign {
    /// Its path in the package.
    pub path: String,
    /// What is in it.
    pub text: String,
    /// C++, not C.
    pub cpp: bool,
    /// Libraries that it wants.
    pub libraries: Vec<String>,
}

impl Foreign {
    /// Names of the headers that it includes.
    pub fn headers(&self) -> impl Iterator<Item = &str> {
        let names = self
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("#include "));
        names.map(|name| name.trim().trim_matches(['"', '<', '>']))
    }
}

/// The `build.rs` of a package with such files; headers are looked for in `folder`, too.
#[must_use]
pub fn build_script(files: &[Foreign], folder: Option<&Path>) -> String {
    let include = folder.map_or_else(String::new, |folder| format!(".include({folder:?})"));
    let mut text =
        String::from("//! Compiles what is embedded in other languages.\n\nfn main() {\n");
    for file in files {
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        let name = name.split('.').next().unwrap_or(name);
        let standard = match file.cpp {
            true => ".cpp(true).std(\"c++17\")",
            false => "",
        };
        text += &format!(
            "    cc::Build::new(){standard}{include}.file({:?}).warnings(false)\n        \
             .flag_if_supported(\"-ffp-contract=off\").compile({name:?});\n    \
             println!(\"cargo::rerun-if-changed={}\");\n",
            file.path, file.path
        );
    }
    for file in files {
        for library in &file.libraries {
            let line = format!("cargo::rustc-link-lib={library}");
            text += &format!("    println!(\"{{}}\", {line:?});\n");
        }
    }
    text + "}\n"
}

/// The pieces of embedded code in a body.
fn pieces(body: &Body) -> Vec<&ExternCode> {
    Uses::of(&body.statements).foreign
}

impl Emitter<'_> {
    /// The files of other languages.
    pub(super) fn foreign(&self) -> Result<Vec<Foreign>, NotYet> {
        let stages = self.program.tasks.iter().flat_map(|task| &task.stages);
        let bodies = stages.map(|stage| (&stage.body, stage.span));
        let used = function::used(self.program);
        let functions = used.iter().map(|id| &self.program.functions[id.0]);
        let functions = functions.map(|function| (&function.body, function.span));
        let mut files: Vec<Foreign> = Vec::new();
        for (body, span) in bodies.chain(functions) {
            for code in pieces(body) {
                if code.language == Language::Rust {
                    continue;
                }
                let (name, text) = written(code, &self.program.records, span)?;
                let cpp = code.language == Language::Cpp;
                let ending = if cpp { "cpp" } else { "c" };
                let path = format!("foreign/{name}.{ending}");
                if files.iter().all(|file| file.path != path) {
                    files.push(Foreign {
                        path,
                        text,
                        cpp,
                        libraries: code.libraries.clone(),
                    });
                }
            }
        }
        Ok(files)
    }
}

/// True for code with the word `return`.
fn returns(code: &ExternCode) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = code.code.split(|c| !word(c));
    words.any(|word| word == "return")
}

/// Words that are no variables in a language, whatever a program calls them.
fn is_keyword(language: Language, word: &str) -> bool {
    const RUST: &str = " as break const continue crate dyn else enum extern false fn for if impl in \
        let loop match mod move mut pub ref return self static struct super trait true type unsafe \
        use where while async await box final macro override priv try typeof virtual yield ";
    const C: &str = " auto break case char const continue default do double else enum extern float \
        for goto if inline int long register restrict return short signed sizeof static struct \
        switch typedef union unsigned void volatile while bool true false ";
    const CPP: &str = " alignas alignof and asm catch class constexpr decltype delete explicit \
        export friend mutable namespace new noexcept not nullptr operator or private protected \
        public template this throw try typeid typename using virtual xor std ";
    let has = |list: &str| list.split_whitespace().any(|known| known == word);
    match language {
        Language::Rust => has(RUST),
        Language::C => has(C),
        Language::Cpp => has(C) || has(CPP),
    }
}

/// The variables of a piece of code.
fn variables(code: &ExternCode) -> impl Iterator<Item = &(String, Place)> {
    let own = |(name, _): &&(String, Place)| !is_keyword(code.language, name);
    code.variables.iter().filter(own)
}

/// A declaration in C.
fn declared(ty: &Type, name: &str, records: &[Record], span: Span) -> Text {
    Ok(match ty {
        Type::Integer => format!("int32_t {name}"),
        Type::Single => format!("float {name}"),
        Type::Double => format!("double {name}"),
        Type::Boolean => format!("bool {name}"),
        Type::Character => format!("unsigned char {name}"),
        Type::Record(id) if types::is_copied(ty, records) => {
            format!("{} {name}", types::record(*id))
        }
        Type::Static(element, sizes) if types::is_copied(ty, records) => {
            let sizes: String = sizes.iter().map(|size| format!("[{size}]")).collect();
            declared(element, &format!("{name}{sizes}"), records, span)?
        }
        _ => return not_yet(format!("`{name}`, which C has no type for,"), span),
    })
}

/// Name and text of the file for a piece of C or C++.
fn written(code: &ExternCode, records: &[Record], span: Span) -> Result<(String, String), NotYet> {
    let cpp = code.language == Language::Cpp;
    let mut head = String::new();
    for name in code.includes.iter() {
        head += &match name.starts_with('"') || name.starts_with('<') {
            true => format!("#include {name}\n"),
            false => format!("#include <{name}>\n"),
        };
    }
    head += "#include <stdint.h>\n#include <stdbool.h>\n\n";
    for (at, record) in records.iter().enumerate() {
        let id = crate::highp5::typed::RecordId(at);
        if !types::is_copied(&Type::Record(id), records) {
            continue;
        }
        head += "typedef struct {\n";
        for (name, ty) in &record.fields {
            head += &format!("    {};\n", declared(ty, name, records, span)?);
        }
        head += &format!("}} {};\n\n", types::record(id));
    }
    let (mut parameters, mut before, mut after) = (Vec::new(), String::new(), String::new());
    for (name, place) in variables(code) {
        parameters.push(declared(&place.ty, &format!("*hp5_{name}"), records, span)?);
        if cpp {
            let reference = declared(&place.ty, &format!("&{name}"), records, span)?;
            before += &format!("    {reference} = *hp5_{name};\n");
        } else {
            let copy = declared(&place.ty, name, records, span)?;
            before += &format!("    {copy} = *hp5_{name};\n");
            after += &format!("    *hp5_{name} = {name};\n");
        }
    }
    let list = match parameters.is_empty() {
        true => "void".to_owned(),
        false => parameters.join(", "),
    };
    let linkage = if cpp { "extern \"C\" " } else { "" };
    // In C what goes back stands behind the code, so that is where a `return` goes.
    let (begin, end, label) = match !cpp && returns(code) {
        true => (
            "#define return goto hp5_end\n",
            "#undef return\n",
            "    hp5_end: ;\n",
        ),
        false => ("", "", ""),
    };
    let body = format!(
        "({list}) {{\n{before}    {{\n{begin}{}\n{end}    }}\n{label}{after}}}\n",
        code.code
    );
    let mut hasher = DefaultHasher::new();
    (&head, &body, cpp).hash(&mut hasher);
    let name = format!("hp5_{:016x}", hasher.finish());
    Ok((name.clone(), format!("{head}{linkage}void {name}{body}")))
}

impl Scope<'_> {
    /// Embedded code, where it stands.
    pub(super) fn embedded(&self, code: &ExternCode, span: Span) -> Text {
        let (mut before, mut after) = (String::new(), String::new());
        let rust = code.language == Language::Rust;
        let (mut parameters, mut arguments) = (String::new(), String::new());
        for (name, place) in variables(code) {
            let ty = types::value(&place.ty, "a variable of embedded code", place.span)?;
            let own = match rust {
                true => name.clone(),
                false => format!("foreign_{name}"),
            };
            before += &format!("let mut {own}: {ty} = {};\n", self.read(place)?);
            after += &self.assign_value(place, &own)?;
            parameters += &format!("{own}: *mut {ty}, ");
            arguments += &format!("&raw mut {own}, ");
        }
        if rust {
            let uses: String = code
                .includes
                .iter()
                .map(|p| format!("use {p};\n"))
                .collect();
            let (open, close) = match returns(code) {
                true => ("(|| {", "})()"),
                false => ("{", "}"),
            };
            return Ok(format!(
                "{{\n{uses}{before}let _ = {open}\n{}\n{close};\n{after}}}\n",
                code.code
            ));
        }
        let (name, _) = written(code, &self.program.records, span)?;
        Ok(format!(
            "{{\nunsafe extern \"C\" {{ fn {name}({parameters}); }}\n{before}\
             // SAFETY: the embedded code answers for what it does; its variables are there.\n\
             unsafe {{ {name}({arguments}); }}\n{after}}}\n"
        ))
    }
}
