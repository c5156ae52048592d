/** More items than this between two updates are a burst. */
const MAX_ITEMS_PER_UPDATE = 20;
/** Minimum time between two updates in a burst, in milliseconds. */
const MIN_BURST_INTERVAL_MS = 250;

/**
 * Returns a function that requests an update for a number of new items. `update` runs once per frame at most, and less
 * often in a burst: an update renders all visible rows, whose content changes faster than a person can read.
 */
export function createUpdateScheduler(
  update: () => void,
  requestFrame: (callback: () => void) => void,
): (itemCount: number) => void {
  let isScheduled = false;
  let newItemCount = 0;
  let updatedAt = Number.NEGATIVE_INFINITY;
  const updateInFrame = () => {
    const now = performance.now();
    if (newItemCount > MAX_ITEMS_PER_UPDATE && now - updatedAt < MIN_BURST_INTERVAL_MS) {
      requestFrame(updateInFrame);
      return;
    }
    isScheduled = false;
    newItemCount = 0;
    updatedAt = now;
    update();
  };
  return (itemCount) => {
    newItemCount += itemCount;
    if (isScheduled) return;
    isScheduled = true;
    requestFrame(updateInFrame);
  };
}
