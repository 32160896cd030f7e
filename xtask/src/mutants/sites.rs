//! Where a source can be changed, and how.
//!
//! A change is a few insertions and replacements of text, which nest as the expressions do, so that all mutants of a
//! sample can be in one text, each behind its own switch.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ReturnType, Type, UnOp};

use crate::failure::Failure;

/// Stands for the number of a mutant until it has one.
pub(super) const NUMBER: &str = "@";

/// One place that can be changed.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) file: String,
    pub(super) line: usize,
    column: usize,
    function: String,
    /// What it is and what it becomes, in a few words.
    change: String,
    /// The packages whose tests look at it.
    pub(super) tests: &'static [&'static str],
    pub(super) edits: Vec<Edit>,
}

/// This range of the text becomes this.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) text: String,
    /// Among insertions at one place: the outer ones of an opening come first, of a closing last.
    pub(super) closes: bool,
    /// How long the changed expression is.
    pub(super) width: usize,
}

impl Site {
    /// The name under which it is remembered.
    pub(super) fn name(&self) -> String {
        let Self {
            file,
            line,
            column,
            function,
            change,
            ..
        } = self;
        format!("{file}:{line}:{column} in {function}: {change}")
    }
}

/// Every place of a file.
pub(super) fn find(
    path: &str,
    text: &str,
    tests: &'static [&'static str],
) -> Result<Vec<Site>, Failure> {
    let file = syn::parse_file(text).map_err(|error| Failure::File(format!("{path}: {error}")))?;
    let mut finder = Finder {
        path,
        text,
        tests,
        function: String::new(),
        is_const: true,
        found: Vec::new(),
    };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder<'a> {
    path: &'a str,
    text: &'a str,
    tests: &'static [&'static str],
    function: String,
    /// Whether the code is computed by the compiler, where no switch can be asked.
    is_const: bool,
    found: Vec<Site>,
}

/// Methods that answer yes or no.
const QUESTIONS: [&str; 9] = [
    "contains",
    "contains_key",
    "is_empty",
    "is_some",
    "is_none",
    "is_some_and",
    "is_none_or",
    "starts_with",
    "is_on",
];

impl Finder<'_> {
    fn add(&mut self, span: Span, change: impl Into<String>, edits: Vec<Edit>) {
        if self.is_const {
            return;
        }
        let start = span.start();
        self.found.push(Site {
            file: self.path.to_owned(),
            line: start.line,
            column: start.column + 1,
            function: self.function.clone(),
            change: change.into(),
            tests: self.tests,
            edits,
        });
    }

    /// The expression in a call of a switch.
    fn wrap(&mut self, span: Span, change: impl Into<String>, call: &str) {
        let edits = vec![
            opening(span, format!("crate::mutants::{call}({NUMBER}, ")),
            closing(span, ")"),
        ];
        self.add(span, change, edits);
    }

    /// A call of a switch with the two operands, given as they are or by reference.
    fn two(&mut self, whole: Span, token: Span, change: String, call: &str, by_reference: bool) {
        let (open, between, close) = match by_reference {
            true => ("&(", "), &(", "))"),
            false => ("", ", ", ")"),
        };
        let open = format!("crate::mutants::{call}({NUMBER}, {open}");
        let edits = vec![
            opening(whole, open),
            replacing(token, between),
            closing(whole, close),
        ];
        self.add(whole, change, edits);
    }

    fn binary(&mut self, expr: &syn::ExprBinary) {
        let (whole, token) = (expr.span(), expr.op.span());
        let mut compare = |from: &str, to: &str, call: &str| {
            self.two(whole, token, format!("{from} becomes {to}"), call, true);
        };
        match expr.op {
            BinOp::Lt(_) => compare("<", "<=", "lt"),
            BinOp::Le(_) => compare("<=", "<", "le"),
            BinOp::Gt(_) => compare(">", ">=", "gt"),
            BinOp::Ge(_) => compare(">=", ">", "ge"),
            BinOp::Eq(_) => compare("==", "!=", "eq"),
            BinOp::Ne(_) => compare("!=", "==", "ne"),
            BinOp::And(_) | BinOp::Or(_) if has_let(&Expr::Binary(expr.clone())) => {}
            BinOp::And(_) => self.logical(expr, "&& becomes ||", ""),
            BinOp::Or(_) => self.logical(expr, "|| becomes &&", "!"),
            BinOp::Add(_) if is_number(&expr.left) || is_number(&expr.right) => {
                self.two(whole, token, "+ becomes -".to_owned(), "plus", false);
            }
            BinOp::Sub(_) if is_number(&expr.left) || is_number(&expr.right) => {
                self.two(whole, token, "- becomes +".to_owned(), "minus", false);
            }
            _ => {}
        }
    }

    /// `a && b` as "b if a, else a", with the condition turned round by the switch; the same for `||`.
    fn logical(&mut self, expr: &syn::ExprBinary, change: &str, not: &str) {
        let whole = expr.span();
        let edits = vec![
            opening(whole, "({ let left = ".to_owned()),
            replacing(
                expr.op.span(),
                &format!("; if left != ({not}crate::mutants::is_on({NUMBER})) {{ "),
            ),
            closing(whole, " } else { left } })"),
        ];
        self.add(whole, change, edits);
    }

    /// The function returns at once.
    fn returns(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let answers: &[&str] = match &signature.output {
            ReturnType::Default => &[""],
            ReturnType::Type(_, output) => match &**output {
                Type::Path(path) => {
                    let name = path.path.segments.last().map(|one| one.ident.to_string());
                    match name.as_deref() {
                        Some("bool") => &["true", "false"],
                        Some("Decided") => &["Ok(())"],
                        Some("Option") => &["None"],
                        Some("Vec") => &["Vec::new()"],
                        Some("String") => &["String::new()"],
                        _ => &[],
                    }
                }
                _ => &[],
            },
        };
        let open = block.brace_token.span.open();
        let at = open.byte_range().end;
        for answer in answers.iter().filter(|_| !block.stmts.is_empty()) {
            let text = format!(" if crate::mutants::is_on({NUMBER}) {{ return {answer}; }}");
            let edit = Edit {
                range: at..at,
                text,
                closes: false,
                width: usize::MAX,
            };
            let change = match *answer {
                "" => "the function does nothing".to_owned(),
                answer => format!("the function returns {answer}"),
            };
            self.add(signature.ident.span(), change, vec![edit]);
        }
    }

    fn in_function(
        &mut self,
        signature: &syn::Signature,
        attributes: &[syn::Attribute],
        block: &syn::Block,
        visit: impl FnOnce(&mut Self),
    ) {
        let is_test = attributes.iter().any(|one| one.path().is_ident("test"));
        let before = (self.function.clone(), self.is_const);
        self.function = signature.ident.to_string();
        self.is_const = signature.constness.is_some() || is_test;
        self.returns(signature, block);
        visit(self);
        (self.function, self.is_const) = before;
    }

    /// The same without looking for sites.
    fn in_constant(&mut self, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.is_const, true);
        visit(self);
        self.is_const = before;
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let is_tests = item.ident == "tests";
        if !is_tests {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.in_function(&item.sig, &item.attrs, &item.block, |finder| {
            finder.visit_block(&item.block);
        });
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.in_function(&item.sig, &item.attrs, &item.block, |finder| {
            finder.visit_block(&item.block);
        });
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.in_constant(|finder| visit::visit_item_const(finder, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.in_constant(|finder| visit::visit_item_static(finder, item));
    }

    fn visit_expr_repeat(&mut self, expr: &'ast syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
    }

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        self.binary(expr);
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        if matches!(expr.op, UnOp::Not(_)) {
            self.wrap(expr.span(), "! is left out", "flip");
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let name = call.method.to_string();
        let change = |what: &str| format!(".{name} {what}");
        match (name.as_str(), call.args.len()) {
            (name, _) if QUESTIONS.contains(&name) => {
                self.wrap(call.span(), change("answers the opposite"), "flip");
            }
            ("cmp", 1) => self.wrap(call.span(), change("is turned round"), "turn"),
            ("min" | "max", 1) => {
                let (other, switch) = match name.as_str() {
                    "min" => ("max", "least"),
                    _ => ("min", "most"),
                };
                let from = call.dot_token.span.byte_range().start;
                let to = call.paren_token.span.open().byte_range().end;
                let whole = call.span();
                let edits = vec![
                    opening(whole, format!("crate::mutants::{switch}({NUMBER}, ")),
                    Edit {
                        range: from..to,
                        text: ", ".to_owned(),
                        closes: false,
                        width: 0,
                    },
                ];
                self.add(whole, change(&format!("becomes .{other}")), edits);
            }
            ("any" | "all", 1) => {
                self.wrap(call.span(), change("answers the opposite"), "flip");
            }
            _ => {}
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_lit(&mut self, expr: &'ast syn::ExprLit) {
        match &expr.lit {
            syn::Lit::Int(number) => {
                let range = expr.span().byte_range();
                let digits = number.base10_digits().parse::<u64>();
                if let (Ok(value), true) = (digits, number.suffix().is_empty()) {
                    let written = self.text[range.clone()].to_owned();
                    let text = format!(
                        "(if crate::mutants::is_on({NUMBER}) {{ {} }} else {{ {written} }})",
                        value + 1
                    );
                    let edit = Edit {
                        range,
                        text,
                        closes: false,
                        width: 0,
                    };
                    let change = format!("{written} becomes {}", value + 1);
                    self.add(expr.span(), change, vec![edit]);
                }
            }
            syn::Lit::Bool(value) => {
                let change = format!("{} becomes {}", value.value, !value.value);
                self.wrap(expr.span(), change, "flip");
            }
            _ => {}
        }
    }
}

fn opening(span: Span, text: String) -> Edit {
    let range = span.byte_range();
    Edit {
        range: range.start..range.start,
        text,
        closes: false,
        width: range.len(),
    }
}

fn closing(span: Span, text: &str) -> Edit {
    let range = span.byte_range();
    Edit {
        range: range.end..range.end,
        text: text.to_owned(),
        closes: true,
        width: range.len(),
    }
}

fn replacing(token: Span, text: &str) -> Edit {
    Edit {
        range: token.byte_range(),
        text: text.to_owned(),
        closes: false,
        width: 0,
    }
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn is_number(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Int(_)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(body: &str) -> Vec<String> {
        let text = format!("fn f(a: u8, b: u8) -> u8 {{ {body} }}");
        let sites = find("a.rs", &text, &[]).unwrap();
        sites.into_iter().map(|site| site.change).collect()
    }

    #[test]
    fn comparisons_numbers_and_answers_are_places() {
        assert_eq!(
            changes("if a < b { 1 } else { 2 }"),
            ["< becomes <=", "1 becomes 2", "2 becomes 3"]
        );
        assert_eq!(
            changes("g(!a.is_empty() && b == a)"),
            [
                "&& becomes ||",
                "! is left out",
                ".is_empty answers the opposite",
                "== becomes !="
            ]
        );
        assert_eq!(
            changes("if let Some(x) = a && x > b { x } else { b }"),
            ["> becomes >="]
        );
    }

    #[test]
    fn what_the_compiler_computes_is_no_place() {
        let text = "const A: u8 = 3; const fn g() -> bool { 1 < 2 } #[test] fn t() { 1; }";
        assert!(find("a.rs", text, &[]).unwrap().is_empty());
    }
}
