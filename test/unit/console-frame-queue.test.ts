import { afterEach, expect, it, vi } from 'vitest';
import { createFrameQueue, createUpdateScheduler } from '../../console/src/features/runs/frame-queue.ts';

afterEach(() => vi.useRealTimers());

it('a frame queue processes a burst over several frames: the first item at once, all in order, none twice', () => {
  const frames: (() => void)[] = [];
  const processed: number[] = [];
  const enqueue = createFrameQueue<number>(
    (item) => void processed.push(item),
    (callback) => void frames.push(callback),
  );
  const items = Array.from({ length: 5000 }, (_, n) => n);
  for (const item of items) enqueue(item);
  expect(processed).toEqual([0]);
  while (frames.length > 0) frames.shift()?.();
  expect(processed).toEqual(items);
  enqueue(5000);
  expect(processed.at(-1)).toBe(5000);
});

it('an update scheduler updates once per frame, and four times per second in a burst', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const frames: (() => void)[] = [];
  let updateCount = 0;
  const requestUpdate = createUpdateScheduler(
    () => void updateCount++,
    (callback) => void frames.push(callback),
  );
  const countUpdates = (frameCount: number, itemsPerFrame: number) => {
    const before = updateCount;
    for (let n = 0; n < frameCount; n++) {
      for (let item = 0; item < itemsPerFrame; item++) requestUpdate(1);
      for (const callback of frames.splice(0)) callback();
      vi.advanceTimersByTime(10);
    }
    return updateCount - before;
  };
  expect(countUpdates(100, 2)).toBe(100);
  expect(countUpdates(95, 100)).toBe(3);
  // The update for the end of the burst is not lost.
  expect(countUpdates(10, 0)).toBe(1);
  expect(frames).toEqual([]);
});
