//! Values of the integer expressions that sections and bounds are made of.

use std::collections::HashMap;

/// Values of names.
pub type Env = HashMap<String, i64>;

/// Evaluates `+ - * /`, parentheses, names, numbers; `as isize` and the like are looked over.
pub fn eval(text: &str, env: &Env) -> Result<i64, String> {
    let tokens = tokens(text);
    let mut at = 0;
    let value = sum(&tokens, &mut at, env)?;
    if at == tokens.len() {
        Ok(value)
    } else {
        Err(format!("`{text}`: cannot read from `{}`", tokens[at]))
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            list.push(std::mem::take(&mut word));
        }
        if !c.is_whitespace() {
            list.push(c.to_string());
        }
    }
    list
}

fn sum(tokens: &[String], at: &mut usize, env: &Env) -> Result<i64, String> {
    let mut value = product(tokens, at, env)?;
    while let Some(sign @ ("+" | "-")) = tokens.get(*at).map(String::as_str) {
        *at += 1;
        let right = product(tokens, at, env)?;
        value = if sign == "+" {
            value + right
        } else {
            value - right
        };
    }
    Ok(value)
}

fn product(tokens: &[String], at: &mut usize, env: &Env) -> Result<i64, String> {
    let mut value = unary(tokens, at, env)?;
    while let Some(sign @ ("*" | "/")) = tokens.get(*at).map(String::as_str) {
        *at += 1;
        let right = unary(tokens, at, env)?;
        value = if sign == "*" {
            value * right
        } else {
            value / right
        };
    }
    Ok(value)
}

fn unary(tokens: &[String], at: &mut usize, env: &Env) -> Result<i64, String> {
    let token = tokens.get(*at).ok_or("an expression ends early")?.as_str();
    *at += 1;
    let value = match token {
        "-" => -unary(tokens, at, env)?,
        "(" => {
            let value = sum(tokens, at, env)?;
            if tokens.get(*at).map(String::as_str) != Some(")") {
                return Err("a parenthesis is not closed".to_owned());
            }
            *at += 1;
            value
        }
        number if number.starts_with(|c: char| c.is_ascii_digit()) => number
            .trim_end_matches("isize")
            .trim_end_matches("usize")
            .parse()
            .map_err(|e| format!("{number}: {e}"))?,
        name => *env
            .get(name)
            .ok_or_else(|| format!("`{name}` has no value"))?,
    };
    while tokens.get(*at).map(String::as_str) == Some("as") {
        *at += 2;
    }
    Ok(value)
}
