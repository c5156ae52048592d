import { sql } from 'kysely';
import Type from 'typebox';
import { isDiskFull } from '../../src/platform/db/disk.ts';
import { isSchemaCurrent } from '../../src/platform/db/migrate.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';

/** Timeout of one health check in milliseconds. */
const CHECK_MS = 3000;

const Check = Type.Object({ ok: Type.Boolean(), detail: Type.Optional(Type.String()) });
const Readiness = Type.Object(
  {
    status: Type.String({ description: 'Status: `ready` or `not_ready`.' }),
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
    summary: 'Check liveness',
    auth: { permission: 'public', noRateLimitReason: 'it only confirms that the process runs' },
    response: { schemas: { 200: Type.Object({ status: Type.String() }, { title: 'Liveness' }) } },
  },
  () => ({ status: 'ok' }),
);

const ready = operation(
  {
    id: 'health.ready',
    method: 'GET',
    path: '/-/ready',
    tag: 'Health',
    summary: 'Check readiness of the database, Temporal and a worker',
    auth: { permission: 'public', noRateLimitReason: 'probes arrive every second' },
    response: { schemas: { 200: Readiness, 503: Readiness } },
  },
  async ({ ctx, reply }) => {
    const [database, temporal, worker] = await Promise.all([
      check(() => checkDatabase(ctx)),
      check(() => checkTemporal(ctx)),
      check(() => checkWorkers(ctx)),
    ]);
    const ok = database.ok && temporal.ok && worker.ok;
    reply.code(ok ? 200 : 503);
    return { status: ok ? 'ready' : 'not_ready', checks: { database, temporal, worker } };
  },
);

/** Runs a check that returns a problem or undefined. The route is public, so errors appear without details. */
async function check(run: () => Promise<string | undefined>): Promise<{ ok: boolean; detail?: string }> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('did not respond in time'), CHECK_MS);
  });
  try {
    const missing = await Promise.race([run(), timeout]);
    return missing === undefined ? { ok: true } : { ok: false, detail: missing };
  } catch {
    return { ok: false, detail: 'cannot be reached' };
  } finally {
    clearTimeout(timer);
  }
}

async function checkDatabase(ctx: ApiContext): Promise<string | undefined> {
  await sql`select 1`.execute(ctx.db);
  if (await isDiskFull(ctx.db)) return 'the disk is full; runs wait for free space';
  return (await isSchemaCurrent(ctx.db)) ? undefined : 'the schema is older than this build; run `npm run migrate`';
}

// Temporal's client loads on first use.
const loadChecks = () => import('../../src/platform/temporal/health.ts');

async function checkTemporal({ temporal }: ApiContext): Promise<string | undefined> {
  const { findTemporalProblem } = await loadChecks();
  return findTemporalProblem(await temporal.client());
}

async function checkWorkers({ temporal, config }: ApiContext): Promise<string | undefined> {
  const { findWorkerProblem } = await loadChecks();
  return findWorkerProblem(await temporal.client(), temporal.queues, config.taskQueuePrefix);
}

export const HEALTH_OPERATIONS = [health, ready];
