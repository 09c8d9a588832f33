//! The process in which players play.
//!
//! A player that hangs, takes all memory or crashes must cost a bench one run and no more. A thread cannot be ended from
//! outside, a process can. So a bench plays in processes of the same program, each of which reads an order per line and
//! answers in lines:
//!
//! ```text
//! bench ──► {"board":"…","player":"astar","parameters":{…},"seed":1,…}
//!       ◄── {"alive":{"expanded":120000,…}}       now and then
//!       ◄── {"done":{"status":"solved","solution":"…",…}}
//!       ──► stop                                   to give up the order at hand
//! ```
//!
//! A worker whose bench is gone, killed perhaps, reads the end of its input and ends itself at once, even while its
//! player hangs: the input has a thread of its own. The bench replays the solutions of its workers.

use std::{
    io::{self, BufRead, Write},
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use soko_core::Level;
use soko_solver::{Control, Event, EventKind, Observer, Registry, RunSpec, Statistics, Status};

use crate::{event_log::EventLog, host::cpu_seconds};

/// What a worker is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) board: String,
    #[serde(flatten)]
    pub(crate) spec: RunSpec,
}

/// What a worker says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer {
    /// It is still at it; the counters now.
    Alive(Statistics),
    /// It is done.
    Done(Box<Done>),
    /// It cannot do that.
    Refused(String),
}

/// How an order ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Done {
    pub(crate) status: String,
    pub(crate) halted: Option<String>,
    pub(crate) optimal: Option<String>,
    pub(crate) solution: Option<String>,
    pub(crate) statistics: Statistics,
    pub(crate) wall: f64,
    pub(crate) cpu: Option<f64>,
    pub(crate) events: Value,
}

/// The line that gives up the order at hand.
pub(crate) const STOP: &str = "stop";
/// Time between two signs of life.
const PULSE: Duration = Duration::from_millis(250);

/// Serves a bench until its input ends.
///
/// # Errors
/// The bench does not listen any more.
pub fn serve(
    registry: &Registry,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let at_hand = Arc::new(Mutex::new(Control::default()));
    let (orders, inbox) = mpsc::channel::<String>();
    let hand = Arc::clone(&at_hand);
    thread::spawn(move || listen(input, &hand, &orders));
    for line in inbox {
        let control = Control::default();
        at_hand.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&control);
        let answer = match serde_json::from_str(&line) {
            Ok(order) => obey(registry, &order, control, &mut output),
            Err(error) => Answer::Refused(error.to_string()),
        };
        tell(&mut output, &answer)?;
    }
    Ok(())
}

/// Reads orders until the input closes, then ends the process.
fn listen(input: impl BufRead, at_hand: &Mutex<Control>, orders: &mpsc::Sender<String>) {
    for line in input.lines().map_while(Result::ok) {
        if line == STOP {
            at_hand.lock().unwrap_or_else(PoisonError::into_inner).stop();
        } else if orders.send(line).is_err() {
            break;
        }
    }
    #[expect(clippy::exit, reason = "the player may hang, and its answer is not wanted any more")]
    std::process::exit(0);
}

fn tell(output: &mut impl Write, answer: &Answer) -> io::Result<()> {
    serde_json::to_writer(&mut *output, answer)?;
    output.write_all(b"\n")?;
    output.flush()
}

fn obey(registry: &Registry, order: &Order, control: Control, output: &mut impl Write) -> Answer {
    let Ok(level) = Level::parse(&order.board) else {
        return Answer::Refused("the board is no level".to_owned());
    };
    let mut player = match order.spec.build(registry) {
        Ok(player) => player,
        Err(why) => return Answer::Refused(why.to_string()),
    };
    let mut watch = Watch { log: EventLog::default(), output, last: Instant::now() };
    let before = cpu_seconds();
    let report = order.spec.play(&mut *player, &level, control, &mut watch);
    let cpu = cpu_seconds().zip(before).map(|(after, before)| after - before);
    Answer::Done(Box::new(Done {
        status: report.status.id().to_owned(),
        halted: report.halted.map(|halt| Status::from(halt).id().to_owned()),
        optimal: report.optimal.map(|objective| objective.id().to_owned()),
        solution: report.solution.map(|solution| solution.lurd()),
        statistics: report.statistics,
        wall: report.elapsed.as_secs_f64(),
        cpu,
        events: watch.log.finish(),
    }))
}

/// Records what happens, and lets the bench know that something does.
struct Watch<'a, W> {
    log: EventLog,
    output: &'a mut W,
    last: Instant,
}

impl<W: Write> Observer for Watch<'_, W> {
    fn event(&mut self, event: &Event) -> ControlFlow<()> {
        let go_on = self.log.event(event);
        if let EventKind::Progress(statistics) = event.kind
            && self.last.elapsed() >= PULSE
        {
            self.last = Instant::now();
            if tell(self.output, &Answer::Alive(statistics)).is_err() {
                return ControlFlow::Break(());
            }
        }
        go_on
    }
}

#[cfg(test)]
mod tests {
    use soko_players::PLAYERS;

    use super::*;

    fn answer(order: &str) -> Answer {
        let order: Order = serde_json::from_str(order).unwrap();
        obey(&PLAYERS, &order, Control::default(), &mut Vec::new())
    }

    const BOARD: &str = "#####\\n#@$.#\\n#####\\n";

    #[test]
    fn an_order_is_played() {
        let order = format!(
            "{{\"board\":\"{BOARD}\",\"player\":\"bfs\",\"parameters\":{{}},\"threads\":1,\"seed\":1}}"
        );
        let Answer::Done(done) = answer(&order) else { panic!("not done") };
        assert_eq!((done.status.as_str(), done.solution.as_deref()), ("solved", Some("R")));
        assert_eq!(done.optimal.as_deref(), Some("pushes"));
        assert!(done.events.as_array().is_some_and(|events| events.len() >= 2));
    }

    #[test]
    fn what_cannot_be_done_is_refused_in_words() {
        let refused = |board: &str, player: &str, parameters: &str| {
            let order = format!(
                "{{\"board\":\"{board}\",\"player\":\"{player}\",\"parameters\":{parameters},\"threads\":1,\"seed\":1}}"
            );
            match answer(&order) {
                Answer::Refused(why) => why,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(refused("#", "bfs", "{}"), "the board is no level");
        assert!(refused(BOARD, "nobody", "{}").starts_with("unknown player 'nobody'"));
        assert!(refused(BOARD, "bfs", "{\"speed\":1}").contains("speed"));
    }
}
