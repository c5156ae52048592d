import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseTimestamp } from '../../src/platform/dates.ts';

describe('a date in a text', () => {
  const zone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'Asia/Tokyo';
    expect(new Date().getTimezoneOffset()).toBe(-540);
  });
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it.each([
    ['2026-03-04', '2026-03-04T00:00:00.000Z'],
    ['2026-03-04T05:06', '2026-03-04T05:06:00.000Z'],
    ['2026-03-04 05:06:07.891', '2026-03-04T05:06:07.891Z'],
    ['2026-03-04t05:06:07z', '2026-03-04T05:06:07.000Z'],
    ['2026-03-04T05:06:07.123456Z', '2026-03-04T05:06:07.123Z'],
    ['2026-03-04T05:06:07+02:00', '2026-03-04T03:06:07.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('like %s is UTC by default, whatever the server’s time zone', (text, moment) => {
    expect(parseTimestamp(text)?.toISOString()).toBe(moment);
  });

  it.each([
    '2026-02-29',
    '2026-00-01',
    '0000-01-01',
    '2026-01-01T',
    '2026-01-01T10',
    '2026-1-1',
    '20260101',
    ' ',
    'now',
  ])('cannot be %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});
