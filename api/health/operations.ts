import { sql } from 'kysely';
import Type from 'typebox';
import { databaseNow } from '../../src/platform/clock.ts';
import { diskIsFull } from '../../src/platform/db/disk.ts';
import { schemaIsCurrent } from '../../src/platform/db/migrate.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';

/** Milliseconds a part may take to say that it is there. */
const CHECK_MS = 3000;

const Check = Type.Object({ ok: Type.Boolean(), detail: Type.Optional(Type.String()) });
const Readiness = Type.Object(
  {
    status: Type.String({ description: 'ready or not_ready' }),
    checks: Type.Object({ database: Check, temporal: Check, worker: Check }),
  },
  { title: 'Readiness' },
);

const health = operation(
  {
    id: 'health.live',
    method: 'GET',
    path: '/-/health',
    tag: 'Health',
    summary: 'Whether the process is alive',
    access: 'public',
    doorFree: 'it tells that the process is there',
    answers: { 200: Type.Object({ status: Type.String() }, { title: 'Liveness' }) },
  },
  () => ({ status: 'ok' }),
);

const ready = operation(
  {
    id: 'health.ready',
    method: 'GET',
    path: '/-/ready',
    tag: 'Health',
    summary: 'Whether database, Temporal and a polling worker are there',
    access: 'public',
    doorFree: 'probes come every second',
    answers: { 200: Readiness, 503: Readiness },
  },
  async ({ ctx, reply }) => {
    const [database, temporal, worker] = await Promise.all([
      check(() => databaseIsReady(ctx)),
      check(() => temporalIsReady(ctx)),
      check(() => workerPolls(ctx)),
    ]);
    const ok = database.ok && temporal.ok && worker.ok;
    reply.code(ok ? 200 : 503);
    return { status: ok ? 'ready' : 'not_ready', checks: { database, temporal, worker } };
  },
);

/** Runs a check that answers what is missing, or undefined. Its errors are told without detail: the route is public. */
async function check(run: () => Promise<string | undefined>): Promise<{ ok: boolean; detail?: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('did not answer in time'), CHECK_MS);
  });
  try {
    const missing = await Promise.race([run(), late]);
    return missing === undefined ? { ok: true } : { ok: false, detail: missing };
  } catch {
    return { ok: false, detail: 'cannot be reached' };
  } finally {
    clearTimeout(timer);
  }
}

async function databaseIsReady(ctx: ApiContext): Promise<string | undefined> {
  await sql`select 1`.execute(ctx.db);
  if (await diskIsFull(ctx.db)) return 'the disk is full; runs wait until there is room';
  return (await schemaIsCurrent(ctx.db)) ? undefined : 'the schema is older than this build; run `npm run migrate`';
}

async function temporalIsReady(ctx: ApiContext): Promise<string | undefined> {
  const client = await ctx.temporal.client();
  await client.workflowService.getSystemInfo({});
  return undefined;
}

/** A worker counts when it asked for work within the last minute, which is how long a poll may stay open. */
async function workerPolls(ctx: ApiContext): Promise<string | undefined> {
  const client = await ctx.temporal.client();
  const { namespace } = client.options;
  const answer = await client.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: ctx.temporal.queues.runs },
    taskQueueType: 1,
  });
  const fresh = answer.pollers?.some(
    (poller) => databaseNow() / 1000 - Number(poller.lastAccessTime?.seconds ?? 0) < 90,
  );
  return fresh ? undefined : 'no worker polls the runs queue';
}

export const HEALTH_OPERATIONS = [health, ready];
