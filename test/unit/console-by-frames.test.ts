import { expect, it } from 'vitest';
import { createFrameQueue } from '../../console/src/features/runs/frame-queue.ts';

it('what comes to a page in a burst is taken in over the frames after it: the first at once, all in their order, none twice', () => {
  const frames: (() => void)[] = [];
  const taken: number[] = [];
  const take = createFrameQueue<number>(
    (each) => void taken.push(each),
    (act) => void frames.push(act),
  );
  const all = Array.from({ length: 5000 }, (_, n) => n);
  for (const each of all) take(each);
  expect(taken).toEqual([0]);
  while (frames.length > 0) frames.shift()?.();
  expect(taken).toEqual(all);
  take(5000);
  expect(taken.at(-1)).toBe(5000);
});
