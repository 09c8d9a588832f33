//! Live states for pages: one stream of server-sent events each, whatever the page watches.
//!
//! What is sent is *state*, not history. A topic such as `job:7` has a newest state; a page that watches it gets the state
//! at once and then every newer one. A page that is slow skips states, it never queues them: of every topic only the newest
//! unsent state is kept. So memory is bounded by streams × topics, a reload or a lost connection needs no replay, and a
//! page on a slow line cannot slow down a solver.
//!
//! HTTP/1.1 browsers allow six connections per server, hence one stream and not one per topic, and the page shares it among all
//! tabs (`ui/stream-hub.js`). What they watch is told by a request of its own ([`Events::watch`]), so that it can change without a
//! new connection. Of a topic that the server does not know, such as a job of a server before it, the state is `null`.

use std::{
    collections::{BTreeMap, BTreeSet},
    convert::Infallible,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::response::sse::Event;
use futures_util::{Stream, stream};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::Notify;

/// Most streams at once.
pub(crate) const MAX_STREAMS: usize = 512;
/// Most topics that the pages on one stream watch.
pub(crate) const MAX_TOPICS: usize = 256;

/// All streams.
#[derive(Default)]
pub(crate) struct Events {
    lines: Mutex<BTreeMap<u64, Arc<Line>>>,
    next: AtomicU64,
}

/// One page's stream.
#[derive(Default)]
struct Line {
    inbox: Mutex<Inbox>,
    wake: Notify,
}

#[derive(Default)]
struct Inbox {
    watched: BTreeSet<String>,
    /// The newest unsent state of each topic.
    unsent: BTreeMap<String, Arc<str>>,
    /// Watched topics of which a state was published since they are watched.
    published: BTreeSet<String>,
    sent: u64,
}

/// Closes the stream when the page is gone.
struct Subscription {
    events: Arc<Events>,
    id: u64,
    line: Arc<Line>,
    greeted: bool,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        lock(&self.events.lines).remove(&self.id);
    }
}

impl Events {
    /// A new stream; nothing if there are too many. Its first event, `hello`, says its number.
    pub(crate) fn open(self: &Arc<Self>) -> Option<impl Stream<Item = Result<Event, Infallible>> + use<>> {
        let mut lines = lock(&self.lines);
        if lines.len() >= MAX_STREAMS {
            return None;
        }
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let line = Arc::new(Line::default());
        lines.insert(id, Arc::clone(&line));
        drop(lines);
        let subscription = Subscription { events: Arc::clone(self), id, line, greeted: false };
        Some(stream::unfold(subscription, |mut subscription| async {
            let event = subscription.next().await;
            Some((Ok(event), subscription))
        }))
    }

    /// How many streams are open.
    pub(crate) fn count(&self) -> usize {
        lock(&self.lines).len()
    }

    /// Sets what a stream watches. `state` gives the present state of a topic. False if there is no such stream.
    pub(crate) fn watch(
        &self,
        id: u64,
        topics: BTreeSet<String>,
        state: impl Fn(&str) -> Option<Box<RawValue>>,
    ) -> bool {
        let Some(line) = lock(&self.lines).get(&id).cloned() else { return false };
        // First listen, then ask. What is published in between is newer than the answer, which then has no use.
        let new: Vec<String> = {
            let mut inbox = lock(&line.inbox);
            let new = topics.difference(&inbox.watched).cloned().collect();
            inbox.unsent.retain(|topic, _| topics.contains(topic));
            let watched: BTreeSet<String> = inbox.watched.intersection(&topics).cloned().collect();
            inbox.published.retain(|topic| watched.contains(topic));
            inbox.watched = topics;
            new
        };
        for topic in new {
            let message = message(&topic, state(&topic).as_deref().unwrap_or(RawValue::NULL));
            let mut inbox = lock(&line.inbox);
            if inbox.watched.contains(&topic) && !inbox.published.contains(&topic) {
                inbox.unsent.insert(topic, message);
            }
        }
        line.wake.notify_one();
        true
    }

    /// Does any page watch a topic?
    pub(crate) fn is_watched(&self, topic: &str) -> bool {
        lock(&self.lines).values().any(|line| lock(&line.inbox).watched.contains(topic))
    }

    /// Tells all pages that watch a topic its newest state, which is made only if there is such a page.
    pub(crate) fn publish<S: Serialize>(&self, topic: &str, state: impl FnOnce() -> S) {
        let lines: Vec<_> = lock(&self.lines)
            .values()
            .filter(|line| lock(&line.inbox).watched.contains(topic))
            .cloned()
            .collect();
        if lines.is_empty() {
            return;
        }
        let Ok(state) = serde_json::value::to_raw_value(&state()) else { return };
        let message = message(topic, &state);
        for line in lines {
            let mut inbox = lock(&line.inbox);
            if inbox.watched.contains(topic) {
                inbox.unsent.insert(topic.to_owned(), Arc::clone(&message));
                inbox.published.insert(topic.to_owned());
                drop(inbox);
                line.wake.notify_one();
            }
        }
    }
}

impl Subscription {
    async fn next(&mut self) -> Event {
        if !self.greeted {
            self.greeted = true;
            return Event::default().event("hello").data(format!("{{\"stream\":{}}}", self.id));
        }
        loop {
            let taken = {
                let mut inbox = lock(&self.line.inbox);
                inbox.sent += 1;
                let sent = inbox.sent;
                inbox.unsent.pop_first().map(|(_, message)| (sent, message))
            };
            if let Some((sent, message)) = taken {
                return Event::default().event("state").id(sent.to_string()).data(&*message);
            }
            self.line.wake.notified().await;
        }
    }
}

#[derive(Serialize)]
struct Message<'a> {
    topic: &'a str,
    state: &'a RawValue,
}

fn message(topic: &str, state: &RawValue) -> Arc<str> {
    serde_json::to_string(&Message { topic, state }).unwrap_or_default().into()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, StreamExt};

    use super::*;

    fn topics(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[tokio::test]
    async fn a_page_gets_the_present_state_and_then_only_the_newest() {
        let events = Arc::new(Events::default());
        let mut page = Box::pin(events.open().unwrap());
        assert!(page.next().await.is_some(), "hello");
        let state = |_: &str| serde_json::value::to_raw_value(&0).ok();
        assert!(events.watch(1, topics(&["job:1"]), state));
        let text = |event: Option<Result<Event, Infallible>>| format!("{:?}", event.unwrap().unwrap());
        assert!(text(page.next().await).contains('0'));
        for number in 1..=3 {
            events.publish("job:1", || number);
            events.publish("job:2", || -> u32 { unreachable!("no page watches it") });
        }
        let newest = text(page.next().await);
        assert!(newest.contains("state\\\":3"), "{newest}");
        drop(page);
        assert!(!events.watch(1, topics(&[]), state));
    }

    #[tokio::test]
    async fn what_is_published_while_the_present_state_is_asked_for_is_not_followed_by_an_older_one() {
        let events = Arc::new(Events::default());
        let mut page = Box::pin(events.open().unwrap());
        assert!(page.next().await.is_some(), "hello");
        let page = std::cell::RefCell::new(page);
        let sent = || page.borrow_mut().next().now_or_never().map(|event| format!("{event:?}"));
        let state = |_: &str| {
            events.publish("job:1", || 5);
            assert!(sent().unwrap().contains("state\\\":5"), "sent at once");
            serde_json::value::to_raw_value(&4).ok()
        };
        assert!(events.watch(1, topics(&["job:1"]), state));
        assert_eq!(sent(), None);
        events.publish("job:1", || 6);
        assert!(sent().unwrap().contains("state\\\":6"));
    }
}
