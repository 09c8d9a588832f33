//! A source file as words and signs, without comments, texts and parts that only tests see.

/// The words and signs of a source text. `::` is one sign, every other sign is one character.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    without_tests(&words(text))
}

fn words(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let at = |i: usize| letters.get(i).copied().unwrap_or('\0');
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut found, mut i) = (Vec::new(), 0);
    while i < letters.len() {
        let c = letters[i];
        if c == '/' && at(i + 1) == '/' {
            i = find(&letters, i, '\n');
        } else if c == '/' && at(i + 1) == '*' {
            i = after_block_comment(&letters, i);
        } else if let Some(end) = after_raw_text(&letters, i) {
            i = end;
        } else if c == '"' {
            i = after_text(&letters, i + 1, '"');
        } else if c == '\'' {
            // A lifetime has no second quote; a letter has one at once or behind a backslash.
            let letter = at(i + 1) == '\\' || at(i + 2) == '\'';
            i = if letter { after_text(&letters, i + 1, '\'') } else { i + 1 };
        } else if word(c) {
            let end = i + letters[i..].iter().take_while(|&&c| word(c)).count();
            found.push(letters[i..end].iter().collect());
            i = end;
        } else if c == ':' && at(i + 1) == ':' {
            found.push("::".to_owned());
            i += 2;
        } else {
            if !c.is_whitespace() {
                found.push(c.to_string());
            }
            i += 1;
        }
    }
    found
}

fn find(letters: &[char], from: usize, wanted: char) -> usize {
    letters[from..].iter().position(|&c| c == wanted).map_or(letters.len(), |i| from + i)
}

fn after_block_comment(letters: &[char], from: usize) -> usize {
    let (mut depth, mut i) = (0, from);
    while i + 1 < letters.len() {
        match (letters[i], letters[i + 1]) {
            ('/', '*') => (depth, i) = (depth + 1, i + 2),
            ('*', '/') => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            return i;
        }
    }
    letters.len()
}

/// The place behind `r#"…"#` or `br"…"`, if one begins here.
fn after_raw_text(letters: &[char], from: usize) -> Option<usize> {
    let before = from.checked_sub(1).map(|i| letters[i]);
    if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let mark = from + usize::from(letters[from] == 'b');
    let hashes = letters.get(mark + 1..)?.iter().take_while(|&&c| c == '#').count();
    if letters.get(mark) != Some(&'r') || letters.get(mark + 1 + hashes) != Some(&'"') {
        return None;
    }
    let first = mark + 2 + hashes;
    let closed = |i: &usize| {
        letters[*i] == '"' && letters[i + 1..].iter().take(hashes).filter(|&&c| c == '#').count() == hashes
    };
    Some((first..letters.len()).find(closed).map_or(letters.len(), |i| i + 1 + hashes))
}

fn after_text(letters: &[char], mut i: usize, end: char) -> usize {
    while i < letters.len() && letters[i] != end {
        i += 1 + usize::from(letters[i] == '\\');
    }
    i + 1
}

const TEST_ONLY: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];

/// Leaves out what follows `#[cfg(test)]`: a module, an import or another item.
fn without_tests(all: &[String]) -> Vec<String> {
    let (mut kept, mut i) = (Vec::new(), 0);
    while i < all.len() {
        if all[i..].iter().take(TEST_ONLY.len()).eq(TEST_ONLY.iter()) {
            i = after_item(all, i + TEST_ONLY.len());
        } else {
            kept.push(all[i].clone());
            i += 1;
        }
    }
    kept
}

/// The place behind an item: its `;`, or its closing brace where it is not an import.
fn after_item(all: &[String], from: usize) -> usize {
    let import = all[from..].iter().take(6).any(|token| token == "use");
    let mut depth = 0_usize;
    for (i, token) in all.iter().enumerate().skip(from) {
        match token.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (token == ";" || token == "}" && !import) {
            return i + 1;
        }
    }
    all.len()
}
