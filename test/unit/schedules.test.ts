import { expect, it } from 'vitest';
import {
  type DueSchedule,
  decideDueRun,
  findNextTime,
  MAX_CATCH_UP_RUNS,
} from '../../src/triggers/schedule/due-decision.ts';
import { assertValidExpression, assertValidTimezone, toRecurrence } from '../../src/triggers/schedule/recurrence.ts';

const at = (text: string) => new Date(text);

async function listTimes(cron_expression: string, timezone: string, from: string, count: number): Promise<string[]> {
  const rhythm = await toRecurrence({ cron_expression, timezone }, at(from));
  const times: string[] = [];
  let moment: Date | undefined = at(from);
  for (let n = 0; n < count; n += 1) {
    moment = moment && rhythm.after(moment);
    if (moment) times.push(moment.toISOString().slice(0, 16));
  }
  return times;
}

it.each([
  '* * * * *',
  '*/5 0-6,20-23 1,15 * mon-fri',
  '0 9 * jan,Feb 7',
  '  0 0\t29 2 *  ',
  '10-50/20 * * * 0',
  '0 0 30 2 1',
  '0 0 31 1,2 *',
  'PT1M',
  'PT90S',
  'P1W',
])('a schedule accepts %j', (text) => {
  expect(() => assertValidExpression(text.trim())).not.toThrow();
});

it.each<[string, string, object]>([
  [
    '61 * * * *',
    'cron_field',
    { field: 'minute', problem: { code: 'cron_value_out_of_range', params: { value: '61', min: 0, max: 59 } } },
  ],
  [
    '* 24 * * *',
    'cron_field',
    { field: 'hour', problem: { code: 'cron_value_out_of_range', params: { value: '24', min: 0, max: 23 } } },
  ],
  [
    '* * 0 * *',
    'cron_field',
    { field: 'day', problem: { code: 'cron_value_out_of_range', params: { value: '0', min: 1, max: 31 } } },
  ],
  [
    '* * * 13 *',
    'cron_field',
    { field: 'month', problem: { code: 'cron_value_out_of_range', params: { value: '13', min: 1, max: 12 } } },
  ],
  [
    '* * * * 8',
    'cron_field',
    { field: 'weekday', problem: { code: 'cron_value_out_of_range', params: { value: '8', min: 0, max: 7 } } },
  ],
  [
    '* * * MOO *',
    'cron_field',
    { field: 'month', problem: { code: 'cron_value_out_of_range', params: { value: 'MOO', min: 1, max: 12 } } },
  ],
  ['* * * * FRI-MON', 'cron_field', { field: 'weekday', problem: { code: 'cron_range_backwards' } }],
  ['5-99999 * * * *', 'cron_field', { field: 'minute', problem: { code: 'cron_part_invalid' } }],
  [
    '*/0 * * * *',
    'cron_field',
    { field: 'minute', problem: { code: 'cron_step_out_of_range', params: { step: '0', max: 59 } } },
  ],
  [
    '*/60 * * * *',
    'cron_field',
    { field: 'minute', problem: { code: 'cron_step_out_of_range', params: { step: '60', max: 59 } } },
  ],
  [
    '5/10 * * * *',
    'cron_field',
    { field: 'minute', problem: { code: 'cron_step_without_range', params: { from: '5', max: 59, step: '10' } } },
  ],
  ['0 0 L * *', 'cron_field', { field: 'day', problem: { code: 'cron_part_invalid' } }],
  ['0 0 15W * *', 'cron_field', { field: 'day', problem: { code: 'cron_part_invalid' } }],
  ['0 0 * * 5#2', 'cron_field', { field: 'weekday', problem: { code: 'cron_part_invalid' } }],
  ['0 0 ? * 1', 'cron_field', { field: 'day', problem: { code: 'cron_part_invalid' } }],
  ['0 0 +1 * *', 'cron_field', { field: 'day', problem: { code: 'cron_part_invalid' } }],
  ['-5 * * * *', 'cron_field', { field: 'minute', problem: { code: 'cron_part_invalid' } }],
  ['1,,2 * * * *', 'cron_field', { field: 'minute', problem: { code: 'cron_part_invalid' } }],
  ['1.5 * * * *', 'cron_field', { field: 'minute', problem: { code: 'cron_part_invalid' } }],
  ['٣ * * * *', 'cron_field', { field: 'minute', problem: { code: 'cron_part_invalid' } }],
  ['@daily', 'cron_nickname', {}],
  ['* * * *', 'cron_field_count', {}],
  ['0 * * * * *', 'cron_field_count', {}],
  ['0 0 1 1 * 2030', 'cron_field_count', {}],
  ['hourly', 'cron_field_count', {}],
  ['', 'cron_field_count', {}],
  ['0 0 30 2 *', 'cron_without_day', {}],
  ['0 0 31 2,4,6,9,11 *', 'cron_without_day', {}],
  ['PT59S', 'schedule_interval_too_short', {}],
  ['P1M', 'schedule_interval_invalid', {}],
  ['PT', 'schedule_interval_invalid', {}],
])('a schedule rejects %j with %s, %j', (text, code, params) => {
  expect(listProblems(() => assertValidExpression(text))).toMatchObject([
    { loc: ['body', 'cron_expression'], code, params },
  ]);
});

function listProblems(check: () => void): unknown {
  try {
    check();
  } catch (error) {
    return (error as { readonly problems?: unknown }).problems;
  }
  return undefined;
}

it('a schedule accepts the names of the IANA database and no other time zone', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires'])
    expect(() => assertValidTimezone(name)).not.toThrow();
  for (const name of ['Mars/Olympus', 'Europe', '+02:00', '-0300', '', ' UTC', 'local'])
    expect(() => assertValidTimezone(name), name).toThrow();
});

it('a fixed time occurs once on the day that skips it and once on the day that has it twice', async () => {
  expect(await listTimes('30 2 * * *', 'America/New_York', '2026-03-07T12:00Z', 2)).toEqual([
    '2026-03-08T07:00',
    '2026-03-09T06:30',
  ]);
  expect(await listTimes('30 1 * * *', 'America/New_York', '2026-10-31T12:00Z', 2)).toEqual([
    '2026-11-01T05:30',
    '2026-11-02T06:30',
  ]);
  expect(await listTimes('0 9 * * *', 'Europe/Berlin', '2026-03-28T00:00Z', 3)).toEqual([
    '2026-03-28T08:00',
    '2026-03-29T07:00',
    '2026-03-30T07:00',
  ]);
});

it('a cron line for every few minutes continues through the repeated hour', async () => {
  expect(await listTimes('*/30 * * * *', 'America/New_York', '2026-11-01T04:45Z', 5)).toEqual([
    '2026-11-01T05:00',
    '2026-11-01T05:30',
    '2026-11-01T06:00',
    '2026-11-01T06:30',
    '2026-11-01T07:00',
  ]);
});

it('a cron line with a day of the month and a day of the week occurs on both', async () => {
  expect(await listTimes('0 0 13 * 5', 'UTC', '2026-02-05T00:00Z', 4)).toEqual([
    '2026-02-06T00:00',
    '2026-02-13T00:00',
    '2026-02-20T00:00',
    '2026-02-27T00:00',
  ]);
  expect(await listTimes('0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', 1)).toEqual(['2028-02-29T00:00']);
});

it('an interval is elapsed time, whatever the wall clock does', async () => {
  expect(await listTimes('P1D', 'Europe/Berlin', '2026-03-28T08:00Z', 2)).toEqual([
    '2026-03-29T08:00',
    '2026-03-30T08:00',
  ]);
});

const MINUTELY = { cron_expression: '* * * * *', timezone: 'UTC' };

async function turn(due: string, now: string, more: Partial<DueSchedule> = {}, timing = MINUTELY) {
  const rhythm = await toRecurrence(timing, at(due));
  const plain = { due: at(due), now: at(now), catchUp: 'once', expiresAt: null } as const;
  const { fires, missed, next } = decideDueRun(rhythm, { ...plain, ...more });
  const text = (time: Date | null | undefined) => time?.toISOString().slice(0, 19);
  return {
    fires: text(fires),
    missed: missed && [missed.why, text(missed.first), text(missed.last)],
    next: text(next),
  };
}

it.each(['skip', 'once', 'all'] as const)(
  'a time that is detected at once is started, catch-up %s',
  async (catchUp) => {
    for (const now of ['2026-01-01T00:00:00Z', '2026-01-01T00:00:59.999Z'])
      expect(await turn('2026-01-01T00:00Z', now, { catchUp })).toEqual({
        fires: '2026-01-01T00:00:00',
        missed: undefined,
        next: '2026-01-01T00:01:00',
      });
  },
);

it('after a day of downtime, the last time is started once', async () => {
  expect(await turn('2026-01-01T00:00Z', '2026-01-02T00:00:30Z')).toEqual({
    fires: '2026-01-02T00:00:00',
    missed: ['missed', '2026-01-01T00:00:00', '2026-01-01T23:59:00'],
    next: '2026-01-02T00:01:00',
  });
});

it('after a day of downtime, skip starts nothing that is over', async () => {
  const hourly = { cron_expression: '0 * * * *', timezone: 'UTC' };
  expect(await turn('2026-01-01T00:00Z', '2026-01-02T00:20Z', { catchUp: 'skip' }, hourly)).toEqual({
    fires: undefined,
    missed: ['missed', '2026-01-01T00:00:00', '2026-01-02T00:00:00'],
    next: '2026-01-02T01:00:00',
  });
  expect(await turn('2026-01-01T00:00Z', '2026-01-02T00:00:30Z', { catchUp: 'skip' }, hourly)).toEqual({
    fires: '2026-01-02T00:00:00',
    missed: ['missed', '2026-01-01T00:00:00', '2026-01-01T23:00:00'],
    next: '2026-01-02T01:00:00',
  });
});

it.each([
  ['* * * * *', 60_000],
  ['PT1M', 60_000],
  ['PT100S', 100_000],
])('after a day of downtime, all starts each of the last 100 times of %s in order', async (cron_expression, ms) => {
  const timing = { cron_expression, timezone: 'UTC' };
  const now = at('2026-01-02T00:00:30Z');
  const rhythm = await toRecurrence(timing, at('2026-01-01T00:00Z'));
  const fired: number[] = [];
  let missed = 0;
  let due: Date | null = at('2026-01-01T00:00Z');
  for (let turns = 0; due && due <= now && turns <= MAX_CATCH_UP_RUNS; turns += 1) {
    const { fires, missed: over, next } = decideDueRun(rhythm, { due, now, catchUp: 'all', expiresAt: null });
    if (over) missed += 1;
    if (fires) fired.push(fires.getTime());
    due = next;
  }
  expect(fired).toHaveLength(MAX_CATCH_UP_RUNS);
  expect(missed).toBe(1);
  expect(new Set(fired.slice(1).map((time, index) => time - (fired[index] as number)))).toEqual(new Set([ms]));
  expect(now.getTime() - (fired.at(-1) as number)).toBeLessThan(ms);
});

it('a schedule has no times from its expiry on', async () => {
  const expiresAt = at('2026-01-01T00:10Z');
  expect(await turn('2026-01-01T00:09Z', '2026-01-01T00:09:01Z', { expiresAt })).toEqual({
    fires: '2026-01-01T00:09:00',
    missed: undefined,
    next: undefined,
  });
  expect(await turn('2026-01-01T00:05Z', '2026-01-01T00:10Z', { expiresAt })).toEqual({
    fires: undefined,
    missed: ['expired', '2026-01-01T00:05:00', '2026-01-01T00:09:00'],
    next: undefined,
  });
  const rhythm = await toRecurrence(MINUTELY, at('2026-01-01T00:00Z'));
  expect(findNextTime(rhythm, at('2026-01-01T00:09Z'), expiresAt)).toBeNull();
});

it('a clock that is set back starts nothing twice: the next time is still in the future', async () => {
  expect(await turn('2026-01-01T00:05Z', '2026-01-01T00:05:01Z')).toMatchObject({ next: '2026-01-01T00:06:00' });
});
