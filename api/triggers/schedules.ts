import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { toChangePayload } from '../../src/audit/changes.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound, Problems, ValidationError } from '../../src/platform/errors.ts';
import { omitUndefined } from '../../src/platform/omit-undefined.ts';
import { TARGET_TYPES, TRIGGER_TYPES } from '../../src/triggers/contract.ts';
import { listTriggerEvents } from '../../src/triggers/events.ts';
import {
  createTrigger,
  findTrigger,
  lockTrigger,
  setNextRun,
  type TriggerFields,
  type TriggerRow,
  updateTrigger,
} from '../../src/triggers/queries.ts';
import { assertValidTaskInput } from '../../src/triggers/schedule/input.ts';
import {
  assertValidSettings,
  findFirstRun,
  findNextRun,
  getScheduleSettings,
  listTimesAfter,
  SCHEDULE_DEFAULTS,
  type ScheduleSettings,
} from '../../src/triggers/schedule/settings.ts';
import type { Caller } from '../caller.ts';
import { assertImmutableFields } from '../immutable-fields.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { Id, OneOf, Timestamp } from '../schemas.ts';
import { TAG, triggerOperations } from './common.ts';
import { toTriggerOwner } from './owner.ts';
import { triggerOfType } from './parents.ts';
import { SCHEDULE_FIELDS, SCHEDULES, ScheduleTrigger, scheduleRecord, toSettings } from './schedule-schemas.ts';
import { EventStatusFilter, eventRecord, NEW_TRIGGER, TRIGGER_FIELDS, TriggerEvent } from './schemas.ts';
import { assertRevisionAllowed, assertTargetAllowed } from './target.ts';

/** Fields whose values audit events contain. */
const SHOWN = ['name', 'status', 'cron_expression', 'timezone', 'expires_at', 'overlap', 'catch_up'];

const CreateBody = Type.Object({ ...NEW_TRIGGER, ...TRIGGER_FIELDS, ...SCHEDULE_FIELDS });

const create = operation(
  {
    id: 'trigger.schedule.create',
    method: 'POST',
    path: SCHEDULES,
    tag: TAG,
    summary: 'Create a schedule trigger',
    description:
      'Runs a task or an agent repeatedly, in the name of its creator. The creator must be allowed to run the target at each time. Intervals count from now.',
    auth: { permission: 'project:edit' },
    request: {
      body: CreateBody,
      checks: async ({ ctx, caller, body }) => assertValidNew(ctx.db, caller, body, await getDatabaseNow(ctx.db)),
      idempotent: false,
      example: {
        name: 'Morning report',
        target_type: 'task',
        target_id: '01920000-0000-7000-8000-000000000000',
        cron_expression: '0 7 * * 1-5',
        timezone: 'Europe/Berlin',
        task_input: { text: 'What happened yesterday' },
      },
    },
    response: { schemas: { 200: ScheduleTrigger } },
    audit: { event: 'trigger.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const { name, description = '', status = 'active', task_agent_revision_id = null } = body;
    const target = { type: body.target_type, id: body.target_id };
    const settings: ScheduleSettings = { ...SCHEDULE_DEFAULTS, cron_expression: '', ...toSettings(body) };
    const now = await getDatabaseNow(ctx.db);
    await assertValidNew(ctx.db, caller, body, now);
    const next = await findFirstRun({ status }, settings, now);
    const row = await change(async (trx) => {
      const fields = { name, description, status, task_agent_revision_id, config: { ...settings } };
      const id = await createTrigger(trx, toTriggerOwner(caller), 'schedule', target, fields, next);
      const payload = { type: 'schedule', target_type: target.type, target_id: target.id };
      const audited = { resource: { type: 'trigger', id }, name, payload };
      return { result: await reloadTrigger(trx, caller.projectId, id), audited };
    });
    return scheduleRecord(ctx, caller, row);
  },
);

/** Validates what the schema cannot, even if some fields are missing. Throws a 422 with all problems. */
async function assertValidNew(
  db: Executor,
  caller: Caller,
  body: Partial<Static<typeof CreateBody>>,
  now: Date,
): Promise<void> {
  const problems = new Problems();
  const { target_type: type, target_id: id, task_agent_revision_id: revisionId = null } = body;
  await problems.run(() => assertValidSettings(toSettings(body), now));
  if (type !== undefined && id !== undefined) {
    const target = { type, id };
    const isThere = await problems.run(async () => {
      await assertTargetAllowed(db, caller, target);
      return true;
    });
    if (isThere) {
      await problems.run(() => assertRevisionAllowed(db, caller, target, revisionId));
      await problems.run(() => assertValidTaskInput(db, caller.projectId, target, body.task_input ?? {}));
    }
  }
  problems.throwIfAny();
}

const update = operation(
  {
    id: 'trigger.schedule.update',
    method: 'POST',
    path: `${SCHEDULES}/{trigger_id}`,
    tag: TAG,
    summary: 'Update a schedule trigger',
    description:
      'Pausing clears `next_run`; times during a pause are not caught up. Resuming, or changing the expression or the time zone, restarts the count from now.',
    auth: { permission: 'project:edit' },
    request: {
      body: Type.Partial(Type.Object({ ...NEW_TRIGGER, ...TRIGGER_FIELDS, ...SCHEDULE_FIELDS })),
      parents: { trigger_id: triggerOfType('schedule') },
      idempotent: false,
      example: { status: 'paused' },
    },
    response: { schemas: { 200: ScheduleTrigger } },
    audit: { event: 'trigger.updated' },
  },
  async ({ ctx, caller, params, body, change }) => {
    const { name, description, status, task_agent_revision_id } = body;
    const edit = {
      fields: omitUndefined({ name, description, status, task_agent_revision_id }),
      settings: toSettings(body),
    };
    const row = await change(async (trx) => {
      const { projectId } = caller;
      const locked = orNotFound(
        await lockTrigger(trx, projectId, params.trigger_id, 'schedule'),
        'trigger',
        params.trigger_id,
      );
      assertImmutableFields(locked, body, ['target_type', 'target_id'], 'make another trigger');
      await assertTargetAllowed(trx, caller, { type: locked.target_type, id: locked.target_id });
      const payload = toChangePayload(
        { ...locked, ...getScheduleSettings(locked) },
        { ...edit.fields, ...edit.settings },
        SHOWN,
      );
      if (payload.changed.length === 0) return { result: locked, audited: 'unchanged' };
      await store(trx, caller, locked, edit, payload.changed);
      const audited = { resource: { type: 'trigger', id: locked.id }, name: name ?? locked.name, payload };
      return { result: await reloadTrigger(trx, projectId, locked.id), audited };
    });
    return scheduleRecord(ctx, caller, row);
  },
);

/** Fields of an edit. */
interface Edit {
  readonly fields: Partial<Omit<TriggerFields, 'config'>>;
  readonly settings: Partial<ScheduleSettings>;
}

/** Fields whose change restarts the count from now. */
const RESTART_FIELDS = ['cron_expression', 'timezone', 'status'];

async function store(
  trx: Executor,
  caller: Caller,
  locked: TriggerRow,
  edit: Edit,
  changed: readonly string[],
): Promise<void> {
  const isChanged = (name: string) => changed.includes(name);
  const fields = Object.fromEntries(Object.entries(edit.fields).filter(([name]) => isChanged(name)));
  const target = { type: locked.target_type, id: locked.target_id };
  const settings = { ...getScheduleSettings(locked), ...edit.settings };
  const now = await getDatabaseNow(trx);
  const revisionId = edit.fields.task_agent_revision_id ?? null;
  const problems = new Problems();
  await problems.run(() => assertValidSettings(edit.settings, now));
  if (isChanged('task_agent_revision_id'))
    await problems.run(() => assertRevisionAllowed(trx, caller, target, revisionId));
  if (isChanged('task_input'))
    await problems.run(() => assertValidTaskInput(trx, locked.project_id, target, settings.task_input));
  problems.throwIfAny();
  await updateTrigger(trx, locked.id, { ...fields, config: { ...settings } });
  const after = { ...locked, ...edit.fields };
  if (RESTART_FIELDS.some(isChanged)) await setNextRun(trx, locked.id, await findFirstRun(after, settings, now));
  else if (isChanged('expires_at')) await setNextRun(trx, locked.id, await findNextRun(after, settings, now));
}

const events = operation(
  {
    id: 'trigger.schedule.list_events',
    method: 'GET',
    path: `${SCHEDULES}/events`,
    tag: TAG,
    summary: 'List events of all schedule triggers',
    description: 'Newest first. `trigger_type` selects another type of trigger.',
    auth: { permission: 'project:view' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        ...EventStatusFilter,
        trigger_type: Type.Optional(OneOf(TRIGGER_TYPES)),
        target_type: Type.Optional(OneOf(TARGET_TYPES)),
        target_id: Type.Optional(Id),
      }),
    },
    response: { schemas: { 200: Envelope(TriggerEvent) } },
  },
  async ({ ctx, caller, query, page }) => {
    const { status, trigger_type = 'schedule', target_type, target_id } = query;
    const filter = { status, triggerType: trigger_type, targetType: target_type, targetId: target_id };
    return mapPage(await listTriggerEvents(ctx.db, caller.projectId, filter, page), eventRecord);
  },
);

const preview = operation(
  {
    id: 'trigger.schedule.preview',
    method: 'GET',
    path: `${SCHEDULES}/preview`,
    tag: TAG,
    summary: 'Preview the next times of a schedule',
    description: 'Intervals count from now. Returns fewer times if no more follow.',
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
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(
      error.problems.map((problem) => ({ ...problem, loc: ['query', ...problem.loc.slice(1)] })),
    );
  }
}

async function getDatabaseNow(db: Executor): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database did not return its time');
  return row.now;
}

async function reloadTrigger(trx: Executor, projectId: string, id: string): Promise<TriggerRow> {
  return orNotFound(await findTrigger(trx, projectId, id, 'schedule'), 'trigger', id);
}

const COMMON = triggerOperations({
  type: 'schedule',
  path: SCHEDULES,
  Record: ScheduleTrigger,
  record: scheduleRecord,
});

export const SCHEDULE_OPERATIONS = [create, update, events, preview, ...COMMON];
