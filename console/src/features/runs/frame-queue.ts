/** Maximum processing time per frame in milliseconds. The rest of the frame is for rendering. */
const MAX_SLICE_MS = 3;

/**
 * Returns a function that queues items and processes them in order, a slice per frame. The first item is processed at
 * once. `frame` schedules a callback for the next frame.
 */
export function createFrameQueue<T>(
  processItem: (item: T) => void,
  requestFrame: (callback: () => void) => void,
): (item: T) => void {
  let queue: T[] = [];
  let isScheduled = false;
  const processSlice = () => {
    const startedAt = performance.now();
    let processedCount = 0;
    do {
      const item = queue[processedCount];
      if (item === undefined) break;
      processedCount++;
      processItem(item);
    } while (performance.now() - startedAt < MAX_SLICE_MS);
    queue = queue.slice(processedCount);
    isScheduled = true;
    requestFrame(() => {
      isScheduled = false;
      if (queue.length > 0) processSlice();
    });
  };
  return (item) => {
    queue.push(item);
    if (!isScheduled) processSlice();
  };
}

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
