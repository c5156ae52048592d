import Type from 'typebox';
import { toQueryError } from '../../src/platform/errors.ts';
import { Timestamp } from '../../src/platform/schemas.ts';
import { SCHEDULE_FIELDS } from '../../src/triggers/kinds/schedule.ts';
import { assertValidSettings, listTimesAfter, SCHEDULE_DEFAULTS } from '../../src/triggers/schedule/settings.ts';
import { operation } from '../operation.ts';
import { getDatabaseNow, TAG } from './common.ts';
import { TRIGGERS } from './paths.ts';

const preview = operation(
  {
    id: 'trigger.schedule.preview',
    method: 'GET',
    path: `${TRIGGERS}/schedule/preview`,
    tag: TAG,
    summary: 'Preview the next times of a schedule',
    description: 'Counts intervals from now. Returns fewer times if the schedule ends earlier.',
    auth: { permission: 'project:view' },
    request: {
      query: Type.Object({
        cron_expression: SCHEDULE_FIELDS.cron_expression,
        timezone: SCHEDULE_FIELDS.timezone,
        count: Type.Integer({ minimum: 1, maximum: 100, default: 5 }),
      }),
    },
    response: { schemas: { 200: Type.Object({ times: Type.Array(Timestamp) }, { title: 'ScheduleTimes' }) } },
  },
  async ({ ctx, query }) => {
    const { cron_expression, timezone = SCHEDULE_DEFAULTS.timezone, count } = query;
    const timing = { cron_expression: cron_expression.trim(), timezone };
    const now = await getDatabaseNow(ctx.db);
    await checkQuery(() => assertValidSettings(timing, now));
    return { times: (await listTimesAfter(timing, now, count)).map((time) => time.toISOString()) };
  },
);

/** Runs checks of a body for a query, with errors that name the query. */
async function checkQuery(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    throw toQueryError(error);
  }
}

/** Operations of schedules besides those of every kind. */
export const SCHEDULE_OPERATIONS = [preview];
