import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InlineSteps } from '../../activities/runs/inline-steps.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MODEL = 'model m';

/** Measures a call of this many milliseconds. */
async function call(steps: InlineSteps, ms: number): Promise<void> {
  const measured = steps.measure(MODEL, () => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  await vi.advanceTimersByTimeAsync(ms);
  await measured;
}

it('a model without calls is not short', () => {
  expect(new InlineSteps().isShort(MODEL)).toBe(false);
});

it('a model is short while at least half of its last 15 calls took less than 5 seconds', async () => {
  const steps = new InlineSteps();
  for (let n = 0; n < 8; n++) await call(steps, 4999);
  expect(steps.isShort(MODEL)).toBe(true);
  for (let n = 0; n < 7; n++) await call(steps, 5000);
  expect(steps.isShort(MODEL)).toBe(true);
  await call(steps, 5000);
  expect(steps.isShort(MODEL)).toBe(false);
  for (let n = 0; n < 8; n++) await call(steps, 10);
  expect(steps.isShort(MODEL)).toBe(true);
});

it('a running call counts as long once it exceeds the limit, and only once', async () => {
  const steps = new InlineSteps();
  await call(steps, 10);
  const hanging = [1, 2].map(() => steps.measure(MODEL, () => new Promise((resolve) => setTimeout(resolve, 9000))));
  await vi.advanceTimersByTimeAsync(5000);
  expect(steps.isShort(MODEL)).toBe(false);
  await vi.advanceTimersByTimeAsync(4000);
  await Promise.all(hanging);
  await call(steps, 10);
  expect(steps.isShort(MODEL)).toBe(true);
});

it('a failed call is measured too', async () => {
  const steps = new InlineSteps();
  await expect(steps.measure(MODEL, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(steps.isShort(MODEL)).toBe(true);
});
