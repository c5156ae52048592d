/** Maximum processing time per frame in milliseconds. The rest of the frame is for rendering. */
const MAX_SLICE_MS = 6;

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
