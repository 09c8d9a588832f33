//! The lines `Comment:` and `Comment-End:` around a block of text in which nothing has a meaning.

/// Does the line begin or end a comment block?
pub(crate) fn is_comment_mark(line: &str) -> bool {
    is_comment_start(line) || is_comment_end(line)
}

fn comment_word(line: &str) -> Option<&str> {
    let line = line.trim().trim_start_matches(';').trim_start();
    let word = line.get(..7)?;
    word.eq_ignore_ascii_case("comment").then(|| line[7..].trim())
}

pub(super) fn is_comment_start(line: &str) -> bool {
    comment_word(line) == Some(":")
}

pub(super) fn is_comment_end(line: &str) -> bool {
    comment_word(line).is_some_and(|rest| {
        let rest = rest.trim_end_matches(':').trim_start_matches(['-', '_', ' ']);
        rest.eq_ignore_ascii_case("end")
    })
}
