import Type from 'typebox';
import { databaseNow } from '../../platform/clock.ts';
import { parseTimestamp } from '../../platform/dates.ts';
import { errors } from '../../platform/errors.ts';
import { omitUndefined } from '../../platform/omit-undefined.ts';
import { AnyObject, NonBlankText, Nullable, StringEnum, Timestamp } from '../../platform/schemas.ts';
import { scheduleProblems } from '../problems.ts';
import { startDueSchedule } from '../schedule/due.ts';
import { CATCH_UPS, MAX_CATCH_UP_RUNS } from '../schedule/due-decision.ts';
import { assertValidTaskInput } from '../schedule/input.ts';
import {
  assertValidSettings,
  findFirstRun,
  findNextRun,
  getScheduleSettings,
  isExpired,
  OVERLAPS,
  SCHEDULE_DEFAULTS,
  type ScheduleSettings,
} from '../schedule/settings.ts';
import type { TriggerKind } from './kind.ts';

const FIELDS = {
  cron_expression: NonBlankText(200, {
    description:
      'Five cron fields (minute, hour, day of the month, month, day of the week), or an ISO 8601 interval of at least PT1M.',
  }),
  timezone: NonBlankText(100, { description: 'IANA time zone of the cron fields. Default UTC.' }),
  task_input: {
    ...AnyObject,
    description: 'Input of each run: the input of a task, or `message` of an agent.',
  },
  expires_at: Nullable(Timestamp),
  overlap: StringEnum(OVERLAPS, {
    description: `Overlap policy. \`allow\` starts a run at each time; \`skip\` starts none while a previous run has not ended. Default ${SCHEDULE_DEFAULTS.overlap}.`,
  }),
  catch_up: StringEnum(CATCH_UPS, {
    description: `Runs for times missed by more than a minute. \`skip\`: none; \`once\`: one run, for the last time; \`all\`: the last ${MAX_CATCH_UP_RUNS} times in order. Default ${SCHEDULE_DEFAULTS.catch_up}.`,
  }),
};

/** Fields of a schedule besides those of every trigger. */
export const SCHEDULE_FIELDS = {
  cron_expression: FIELDS.cron_expression,
  timezone: Type.Optional(FIELDS.timezone),
  task_input: Type.Optional(FIELDS.task_input),
  expires_at: Type.Optional(
    Nullable(Type.String({ maxLength: 100, description: 'Time after which no run starts. Null for never.' })),
  ),
  overlap: Type.Optional(FIELDS.overlap),
  catch_up: Type.Optional(FIELDS.catch_up),
};

/** Fields whose change restarts the count from now. */
const RESTART_FIELDS = ['cron_expression', 'timezone', 'status'];

/** Starts a run at each time of a cron expression, or after each interval. */
export const schedule: TriggerKind<'schedule', ScheduleSettings> = {
  type: 'schedule',
  title: 'ScheduleTrigger',
  descriptions: {
    create:
      'Runs a task or an agent repeatedly, on behalf of its creator. The creator must be allowed to run the target at each time. Intervals count from now.',
    update:
      'Pausing clears `next_run`; times during a pause are not caught up. Resuming, or changing the expression or the time zone, restarts the count from now.',
  },
  example: {
    name: 'Morning report',
    cron_expression: '0 7 * * 1-5',
    timezone: 'Europe/Berlin',
    task_input: { text: 'What happened yesterday' },
  },
  fields: SCHEDULE_FIELDS,
  record: { ...FIELDS, expired: Type.Boolean({ description: 'Whether `expires_at` is in the past.' }) },
  listsEvents: true,
  inputFromOutside: false,
  auditedFields: ['name', 'status', 'cron_expression', 'timezone', 'expires_at', 'overlap', 'catch_up'],
  auditedOnCreate: [],
  immutableFields: [],
  toConfig: (before, body) => ({ ...(before ?? { ...SCHEDULE_DEFAULTS, cron_expression: '' }), ...toSettings(body) }),
  assertSettings: ({ body, now }) => assertValidSettings(toSettings(body), now),
  async assertTarget(db, projectId, target, body, changed) {
    if (changed && !changed.includes('task_input')) return;
    const { task_input = {} } = body as Partial<ScheduleSettings>;
    await assertValidTaskInput(db, projectId, target, task_input);
  },
  toRecord(_db, trigger) {
    const settings = getScheduleSettings(trigger);
    return { ...settings, expired: isExpired(settings.expires_at, new Date(databaseNow())) };
  },
  async findNextRun({ status, config, now, nextRun, changed }) {
    if (changed === undefined || RESTART_FIELDS.some((field) => changed.includes(field)))
      return findFirstRun({ status }, config, now);
    return changed.includes('expires_at') ? findNextRun({ status, next_run: nextRun }, config, now) : undefined;
  },
  start: startDueSchedule,
};

/** Settings in a valid body. */
function toSettings(body: Readonly<Record<string, unknown>>): Partial<ScheduleSettings> {
  const { cron_expression, timezone, task_input, expires_at, overlap, catch_up } = body as Partial<ScheduleSettings>;
  return omitUndefined({
    cron_expression: cron_expression?.trim(),
    timezone,
    task_input,
    expires_at: expires_at == null ? expires_at : toExpiry(expires_at),
    overlap,
    catch_up,
  });
}

function toExpiry(text: string): string {
  const moment = parseTimestamp(text);
  if (!moment) throw errors.invalid('expires_at', scheduleProblems.schedule_end_invalid);
  return moment.toISOString();
}
