import { describe, expect, it } from 'vitest';
import { Calendar, subtractMonths } from '../../src/platform/calendar.ts';
import { toRange } from '../../src/usage/reports/range.ts';
import { Timings } from '../../src/usage/reports/timings.ts';

const at = (text: string) => Date.parse(text);
const formatTimes = (moments: readonly number[]) =>
  moments.map((moment) => new Date(moment).toISOString().slice(0, 16));
const listBounds = (zone: string, start: string, end: string, unit: 'hour' | 'day' | 'week') =>
  formatTimes(new Calendar(zone).listUnitStarts(at(start), at(end), unit));

describe('buckets of a report', () => {
  it('have days of 23 and of 25 hours at clock changes', () => {
    expect(listBounds('Europe/Berlin', '2026-03-27T23:00Z', '2026-03-30T22:00Z', 'day')).toEqual([
      '2026-03-27T23:00',
      '2026-03-28T23:00',
      '2026-03-29T22:00',
    ]);
    expect(listBounds('America/New_York', '2026-10-31T04:00Z', '2026-11-03T05:00Z', 'day')).toEqual([
      '2026-10-31T04:00',
      '2026-11-01T04:00',
      '2026-11-02T05:00',
    ]);
  });

  it('skip and repeat hours at clock changes, also by half an hour', () => {
    const spring = listBounds('Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z', 'hour');
    expect(spring).toHaveLength(23);
    const autumn = listBounds('Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z', 'hour');
    expect(autumn).toHaveLength(25);
    // Lord Howe moves back from +11:00 to +10:30, so that one hour of its clock has ninety minutes.
    const half = listBounds('Australia/Lord_Howe', '2026-04-04T13:00Z', '2026-04-05T13:30Z', 'hour');
    expect(half.slice(0, 4)).toEqual(['2026-04-04T13:00', '2026-04-04T14:00', '2026-04-04T15:30', '2026-04-04T16:30']);
    expect(half).toHaveLength(24);
  });

  it('start at the first moment of a day without midnight, and skip a day that a zone skipped', () => {
    expect(listBounds('America/Sao_Paulo', '2018-11-03T03:00Z', '2018-11-05T02:00Z', 'day')).toEqual([
      '2018-11-03T03:00',
      '2018-11-04T03:00',
    ]);
    expect(listBounds('Pacific/Apia', '2011-12-29T10:00Z', '2011-12-31T10:00Z', 'day')).toEqual([
      '2011-12-29T10:00',
      '2011-12-30T10:00',
    ]);
  });

  it('start at the quarter of an hour if a zone does', () => {
    expect(listBounds('Asia/Kathmandu', '2026-05-01T18:15Z', '2026-05-03T18:15Z', 'day')).toEqual([
      '2026-05-01T18:15',
      '2026-05-02T18:15',
    ]);
    expect(listBounds('Asia/Kolkata', '2026-05-01T18:30Z', '2026-05-01T20:30Z', 'hour')).toEqual([
      '2026-05-01T18:30',
      '2026-05-01T19:30',
    ]);
  });

  it('of weeks start on Monday, the first and the last cut to the requested period', () => {
    expect(listBounds('UTC', '2026-11-04T06:00Z', '2026-11-17T00:00Z', 'week')).toEqual([
      '2026-11-04T06:00',
      '2026-11-09T00:00',
      '2026-11-16T00:00',
    ]);
  });
});

describe('the period of a report', () => {
  const now = at('2026-05-31T12:07Z');
  const range = (rest: object = {}) => {
    const asked = { start: undefined, end: undefined, unit: 'day', timezone: 'UTC', ...rest } as const;
    const { start, end } = toRange(asked, now);
    return formatTimes([start.getTime(), end.getTime()]);
  };

  it('defaults to three calendar months, to the end of a shorter month', () => {
    expect(formatTimes([subtractMonths(at('2026-05-31T00:00Z') / 86_400_000, 3) * 86_400_000])).toEqual([
      '2026-02-28T00:00',
    ]);
    expect(range({ start: new Date(0) })).toEqual(['2026-02-28T00:00', '2026-05-31T12:15']);
    expect(range({ unit: 'week' })).toEqual(['2026-02-28T00:00', '2026-05-31T12:15']);
  });

  it('consists of whole quarters of an hour, and ends now', () => {
    const rest = { start: new Date('2026-05-30T10:14:59Z'), end: new Date('2026-05-30T11:00:01Z') };
    expect(range(rest)).toEqual(['2026-05-30T10:00', '2026-05-30T11:15']);
    expect(range({ end: new Date('2126-01-01') })[1]).toBe('2026-05-31T12:15');
  });

  it('without a start has the days that end where it does', () => {
    expect(range()[0]).toBe('2026-05-02T00:00');
    expect(range({ unit: 'hour' })[0]).toBe('2026-05-25T00:00');
    expect(range({ end: new Date('2026-05-10T00:00Z') })[0]).toBe('2026-04-10T00:00');
  });
});

describe('percentiles of durations', () => {
  /** Returns the database's histogram of durations, with one entry each. */
  const entries = (all: readonly number[]) => {
    const buffer = Buffer.alloc(all.length * 4);
    for (const [place, ms] of all.entries())
      buffer.writeUInt32BE((Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(1.01 / 0.99)) << 20) | 1, place * 4);
    return buffer;
  };

  it('are within one per cent of the measurements, from milliseconds to weeks', () => {
    const times = Array.from({ length: 1000 }, (_, n) => 1.023 ** n);
    const timings = new Timings();
    for (let from = 0; from < times.length; from += 100) timings.add(entries(times.slice(from, from + 100)));
    for (const part of [0.01, 0.5, 0.95, 0.99, 1]) {
      const exact = times[Math.ceil(part * times.length) - 1] ?? Number.NaN;
      expect(Math.abs((timings.percentile(part) ?? Number.NaN) / exact - 1)).toBeLessThanOrEqual(0.0101);
    }
  });

  it('are absent if nothing was measured', () => {
    expect(new Timings().percentile(0.5)).toBeNull();
  });
});
