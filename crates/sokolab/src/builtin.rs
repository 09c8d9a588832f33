//! The seam to the collections that come with the program.

/// One built-in collection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Builtin {
    id: &'static str,
    text: &'static str,
}

impl Builtin {
    /// The name as an argument.
    pub(crate) fn name(self) -> String {
        format!("builtin:{}", self.id)
    }

    /// The collection as a level file.
    pub(crate) const fn bytes(self) -> &'static [u8] {
        self.text.as_bytes()
    }
}

const ALL: &[Builtin] = &[];

/// The collection of that name.
///
/// # Errors
/// What is wrong, and which names there are.
pub(crate) fn find(name: &str) -> Result<Builtin, (String, String)> {
    ALL.iter().copied().find(|b| b.id == name).ok_or_else(|| {
        let known: Vec<_> = ALL.iter().map(|b| b.name()).collect();
        (format!("there is no built-in collection '{name}'"), format!("there are: {}", known.join(", ")))
    })
}

/// Is this the name of a built-in collection?
pub(crate) fn is_name(name: &str) -> bool {
    ALL.iter().any(|b| b.id == name)
}
