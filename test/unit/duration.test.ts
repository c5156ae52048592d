import { expect, it } from 'vitest';
import { parseDurationMs } from '../../src/platform/duration.ts';

it.each([
  ['PT1S', 1000],
  ['PT0.5S', 500],
  ['PT0.001S', 1],
  ['PT90M', 5_400_000],
  ['PT1H30M', 5_400_000],
  ['P1D', 86_400_000],
  ['P2W', 1_209_600_000],
  ['P1DT1H1M1S', 90_061_000],
  ['P3650D', 315_360_000_000],
])('the duration %s has %d milliseconds', (text, ms) => {
  expect(parseDurationMs(text)).toBe(ms);
});

it.each([
  '',
  'P',
  'PT',
  'P1DT',
  'PT0S',
  'P0D',
  'P1Y',
  'P1M',
  '1D',
  'PT1.5H',
  'PT-1S',
  '-PT1S',
  'pt1s',
  ' PT1S',
  'PT1S\n',
  'PT1S1M',
  'P3651D',
  'P99999999D',
  'PT1e3S',
  'PT١S',
])('%j is no duration of at most ten years', (text) => {
  expect(parseDurationMs(text)).toBeUndefined();
});
