//! `./x dist`: the archive that is handed out, and its proof.
//!
//! One static program for Linux, with its manual, completions and licences:
//!
//! ```text
//! sokolab-VERSION-TARGET.tar.gz
//!     sokolab-VERSION-TARGET/
//!         sokolab  README.md  CHANGELOG.md  CREDITS.md  LICENSE-MIT  LICENSE-APACHE  THIRD-PARTY.txt  THIRD-PARTY-RUST.html
//!         completions/  docs/  man/man1/
//! SHA256SUMS
//! ```
//!
//! The same commit gives the same archive: names are sorted, owners are 0, times are the commit's, and the program names no folder of the
//! machine that built it. At the end the archive is unpacked into an empty root and used there (`empty_root.rs`). `--quick` does all of
//! that with a program that is compiled without optimisation; `./x test` does so.

mod archive;
mod empty_root;
mod licences;
mod target;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use crate::{build::Build, steps::Steps};
use empty_root::Proof;
use target::Target;

/// The shells of `sokolab completions`, and the names under which they look for a script.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "sokolab.bash"),
    ("elvish", "sokolab.elv"),
    ("fish", "sokolab.fish"),
    ("powershell", "_sokolab.ps1"),
    ("zsh", "_sokolab"),
];

/// Files of the repository that go along.
const DOCUMENTS: [&str; 5] = ["README.md", "CHANGELOG.md", "CREDITS.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// The guides to which README.md leads, with their pictures and examples.
const GUIDES: [&str; 3] = ["docs", "docs/examples", "docs/experiments"];

/// What is asked for.
#[derive(PartialEq, Eq, Debug)]
struct Order {
    output: PathBuf,
    /// Without optimisation; the archive is called so, and is not handed out by mistake.
    quick: bool,
}

impl Order {
    fn read(words: &[String]) -> Result<Self, String> {
        let mut order = Self { output: crate::root().join("target/distribution"), quick: false };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--quick" => order.quick = true,
                "--output" => order.output = words.next().ok_or("--output needs a folder")?.into(),
                other => match other.strip_prefix("--output=") {
                    Some(folder) if !folder.is_empty() => order.output = folder.into(),
                    _ => {
                        return Err(format!(
                            "'{other}' is not known; usage: ./x dist [--output DIR] [--quick]"
                        ));
                    }
                },
            }
        }
        Ok(order)
    }
}

/// Makes the archive.
pub(crate) fn run(words: &[String]) -> ExitCode {
    let order = match Order::read(words) {
        Ok(order) => order,
        Err(message) => {
            eprintln!("x: {message}");
            return ExitCode::from(2);
        }
    };
    match make(&order) {
        Ok(proof) => {
            if let Proof::Impossible(why) = proof {
                eprintln!("x: the archive was not tried in an empty root: {why}");
            }
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("x: {message}");
            ExitCode::FAILURE
        }
    }
}

/// A step of `./x test`: a quick archive works in an empty root.
pub(crate) fn step(steps: Steps) -> Steps {
    const NAME: &str = "distribution";
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return steps.skip(NAME, "archives are made for and on Linux x86-64 alone");
    }
    println!("── {NAME}: ./x dist --quick");
    let order = Order { output: crate::root().join("target/distribution"), quick: true };
    steps.work(NAME, || match make(&order) {
        Ok(Proof::Held) => Ok(None),
        Ok(Proof::Impossible(why)) => Ok(Some(why)),
        Err(message) => Err(message),
    })
}

fn make(order: &Order) -> Result<Proof, String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err("archives are made for and on Linux x86-64 alone".to_owned());
    }
    let target = Target::choose();
    let flags = flags(target);
    let mut env = vec![("CARGO_ENCODED_RUSTFLAGS", flags.as_str())];
    env.extend(target.compiler());
    let build = Build {
        profile: if order.quick { "dist-quick" } else { "dist" },
        target: Some(target.triple()),
        env: &env,
        ..Build::release("sokolab", "sokolab")
    };
    let program = build.run().ok_or("there is no program to pack")?;
    target::is_static(&program)?;
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("sokolab-{version}-{}{}", target.name(), if order.quick { "-quick" } else { "" });
    let folder = crate::root().join("target/distribution/stage").join(&name);
    lay_out(&folder, &program, target)?;
    let moment = moment();
    let archive = archive::pack(&folder, &order.output, moment)?;
    archive::checksum(&archive)?;
    archive::check(&archive, &name, moment)?;
    let size = |path: &Path| fs::metadata(path).map_or(0.0, |file| file.len() as f64 / 1e6);
    let place = fs::canonicalize(&archive).unwrap_or_else(|_| archive.clone());
    println!("{}: {:.1} MB, the program {:.1} MB", place.display(), size(&archive), size(&program));
    let proof = empty_root::prove(&archive, &name, version)?;
    if proof == Proof::Held {
        println!("it works in an empty root");
    }
    Ok(proof)
}

/// Flags of the compiler, as `CARGO_ENCODED_RUSTFLAGS` takes them: no folder of this machine is to be read in the program.
fn flags(target: Target) -> String {
    let root = fs::canonicalize(crate::root()).unwrap_or_else(|_| crate::root());
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let mut flags = vec![format!("--remap-path-prefix={}=sokolab", root.display())];
    flags.extend(home.map(|home| format!("--remap-path-prefix={}=cargo", home.display())));
    flags.extend(target.flags().map(str::to_owned));
    flags.join("\x1f")
}

/// Puts everything into the folder that is packed.
fn lay_out(folder: &Path, program: &Path, target: Target) -> Result<(), String> {
    let told = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(stage) = folder.parent() {
        let _ = fs::remove_dir_all(stage);
    }
    let manual = folder.join("man/man1");
    let completions = folder.join("completions");
    for new in [&manual, &completions] {
        fs::create_dir_all(new).map_err(|error| told(new, error))?;
    }
    fs::copy(program, folder.join("sokolab")).map_err(|error| told(program, error))?;
    for document in DOCUMENTS {
        let path = crate::root().join(document);
        fs::copy(&path, folder.join(document)).map_err(|error| told(&path, error))?;
    }
    for guides in GUIDES {
        copy_files(&crate::root().join(guides), &folder.join(guides))?;
    }
    for (shell, file) in COMPLETIONS {
        let script = output(Command::new(program).args(["completions", shell]))?;
        fs::write(completions.join(file), script).map_err(|error| told(&completions, error))?;
    }
    output(Command::new(program).args(["--quiet", "man", "--dir"]).arg(&manual))?;
    licences::write(folder, target)
}

/// Copies the files of a folder, without what is below it.
fn copy_files(from: &Path, to: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(told)?;
    for file in fs::read_dir(from).map_err(told)? {
        let file = file.map_err(told)?;
        if file.file_type().map_err(told)?.is_file() {
            fs::copy(file.path(), to.join(file.file_name())).map_err(told)?;
        }
    }
    Ok(())
}

/// What a command prints.
fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program}: {error}"))?;
    let told = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if !output.status.success() {
        return Err(format!("{program}: {}: {told}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{program}: {error}"))
}

/// The time that all files get, in seconds since 1970: the commit's, or that of 1980 outside a repository.
fn moment() -> u64 {
    let given = env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let of_commit = || {
        let mut git = Command::new("git");
        git.args(["log", "-1", "--format=%ct"]).current_dir(crate::root());
        output(&mut git).ok()?.trim().parse().ok()
    };
    given.or_else(of_commit).unwrap_or(315_532_800)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(words: &[&str]) -> Result<Order, String> {
        Order::read(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn orders_are_read() {
        assert!(!order(&[]).unwrap().quick);
        let asked = Order { output: "a b".into(), quick: true };
        assert_eq!(order(&["--quick", "--output", "a b"]).unwrap(), asked);
        assert_eq!(order(&["--output=a b", "--quick"]).unwrap(), asked);
        for wrong in [&["--output"][..], &["--output="], &["--slow"], &["dir"]] {
            assert!(order(wrong).is_err(), "{wrong:?}");
        }
    }
}
