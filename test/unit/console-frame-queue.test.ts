import { expect, it } from 'vitest';
import { createFrameQueue } from '../../console/src/features/runs/frame-queue.ts';

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
