//! Work on many items in several threads, with results in the order of the items.

/// Small items that one thread takes at a time.
const CHUNK: usize = 64;

/// The results for many small items; which thread does which item makes no difference.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    map_chunks(items, CHUNK, work)
}

/// The results for a few large items.
pub(crate) fn map_each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    map_chunks(items, 1, work)
}

fn map_chunks<T: Sync, R: Send>(
    items: &[T],
    chunk: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut done: Vec<(usize, Vec<R>)> = std::thread::scope(|scope| {
        let take_chunks = || {
            let mut done = Vec::new();
            loop {
                let start = next.fetch_add(chunk, std::sync::atomic::Ordering::Relaxed);
                if start >= items.len() {
                    return done;
                }
                let end = (start + chunk).min(items.len());
                done.push((start, items[start..end].iter().map(&work).collect()));
            }
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(take_chunks)).collect();
        let results = handles.into_iter().map(|handle| handle.join());
        results
            .flat_map(|result| result.expect("no work panics"))
            .collect()
    });
    done.sort_by_key(|(start, _)| *start);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        let doubled = super::map(&items, |item| item * 2);
        assert!(
            doubled
                .iter()
                .enumerate()
                .all(|(at, value)| *value == 2 * at as u32)
        );
    }
}
