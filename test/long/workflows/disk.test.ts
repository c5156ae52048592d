import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type NativePostgres, startNativePostgres } from '../../../src/platform/local/native-postgres.ts';
import { makeAgent, play, type TestAgent } from '../../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { describeWithRequirement } from '../../support/requirements.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

/** Bytes of Postgres's disk. An empty cluster and its log take about a third. */
const DISK = '300m';
/** Bytes of one file that fills the disk. */
const PIECE = Buffer.alloc(1024 * 1024);

const root = mkdtempSync(join(tmpdir(), 'holdfast-disk-'));
const disk = join(root, 'disk');
const fillerFile = join(disk, 'filler');
const canMount = mountDisk();

/** A small mounted disk, which requires root. */
function mountDisk(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  chmodSync(root, 0o755);
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Fills the disk. */
function fillDisk(): void {
  for (const piece of [PIECE, PIECE.subarray(0, 4096)]) {
    try {
      for (;;) appendFileSync(fillerFile, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

afterAll(() => {
  if (canMount) execFileSync('umount', ['--lazy', disk]);
  rmSync(root, { recursive: true });
});

describeWithRequirement(
  { met: canMount, name: 'Linux and root, to mount a small disk' },
  'a database whose disk is full',
  () => {
    // Text that fits in no used page and is incompressible.
    const long = () => Array.from({ length: 12_000 }, () => randomUUID()).join(' ');
    let postgres: NativePostgres;
    let stack: Stack;
    let world: World;
    let tenant: Tenant;
    let parked: { agent: TestAgent; run: Json };
    let speaking: { agent: TestAgent; runId: string; gate: string; said: string };
    let refused: Json;

    beforeAll(async () => {
      postgres = await startNativePostgres({ dataDir: join(disk, 'postgres'), port: 0, fsync: false });
      stack = await Stack.create({ ...inject('servers'), postgresUrl: postgres.url }, 'disk', WITHOUT_INGESTION);
      stack.startWorker();
      await stack.startApi();
      await stack.ready();
      world = openWorld(stack.info);
      tenant = await world.tenant();

      const sum = { name: 'calculator', arguments: { expression: '6*7' } };
      const asks = await play(world, [{ tool_calls: [sum] }, { text: long() }]);
      const guarded = await makeAgent(tenant, { approval_policy: { default: 'always' } });
      parked = { agent: guarded, run: await guarded.run(asks.message) };
      const [gate, said] = [randomUUID(), long()];
      const speaks = await play(world, [{ text: said, gate }]);
      const agent = await makeAgent(tenant);
      const run = await tenant.owner.post(
        `${agent.path}/run`,
        { message: speaks.message },
        { prefer: 'respond-async', 'idempotency-key': 'speak' },
      );
      speaking = { agent, runId: run.body.id, gate, said };
      await world.model.waitForRequests(speaks.key, 1);
      fillDisk();
    });
    afterAll(async () => {
      rmSync(fillerFile, { force: true });
      await world?.close();
      await stack?.stop();
      await postgres?.stop();
    });

    it('makes the API reject writes with a 503 that names the cause and when to retry', async () => {
      refused = { message: long() };
      const answer = await tenant.owner.post(`${speaking.agent.path}/run`, refused, {
        prefer: 'respond-async',
        'idempotency-key': 'again',
      });
      expect(answer).toMatchObject({
        status: 503,
        body: {
          detail: {
            reason: 'DATABASE_UNAVAILABLE',
            message: 'the disk of the database is full; free up space on it',
            databaseUnavailableError: { cause: 'disk_full' },
          },
        },
      });
      expect(answer.headers.get('retry-after')).toBe('30');
    });

    it('is reported by the readiness check', async () => {
      const answer = await tenant.owner.get('/-/ready');
      expect(answer.status).toBe(503);
      expect(answer.body.checks.database).toEqual({ ok: false, detail: expect.stringContaining('the disk is full') });
      expect((await tenant.owner.get('/-/health')).status).toBe(200);
    });

    it('can still be read', async () => {
      expect(await parked.agent.read(parked.run.id)).toMatchObject({ status: 'waiting_for_human' });
    });

    it('makes the worker report it and retry, without losing the run whose response it cannot store', async () => {
      await world.model.open(speaking.gate);
      await eventually(
        async () => readFileSync(join(stack.info.dataDir, 'worker.log'), 'utf8'),
        (log) => log.includes('a step failed and is retried: the disk of the database is full'),
      );
      expect(await speaking.agent.read(speaking.runId)).toMatchObject({ status: 'running', completed: null });
    });

    it('is used again as soon as it has space: everything continues, and nothing was lost or doubled', async () => {
      rmSync(fillerFile);
      await eventually(
        () => tenant.owner.get('/-/ready'),
        ({ status }) => status === 200,
      );
      const spoken = await eventually(
        () => speaking.agent.read(speaking.runId),
        (run) => run.completed !== null,
      );
      expect(spoken).toMatchObject({ status: 'completed', output: speaking.said, turns: 1 });
      const again = await tenant.owner.post(`${speaking.agent.path}/run`, refused, { 'idempotency-key': 'again' });
      expect(again).toMatchObject({ status: 200, body: { status: 'completed' } });
      const [request] = await parked.agent.requests(parked.run.id);
      await parked.agent.approve(request.id);
      expect((await parked.agent.resume(request.id)).body).toMatchObject({ status: 'completed' });
      const { body } = await tenant.owner.get(`${speaking.agent.path}/run`);
      expect(body.results.map((run: Json) => run.id).sort()).toEqual([again.body.id, speaking.runId].sort());
    });

    it('that is then unavailable is a 503 too, until it is back', async () => {
      const { port, dataDir } = postgres;
      await postgres.kill();
      const body = { message: 'while it is gone' };
      const answer = await tenant.owner.post(`${speaking.agent.path}/run`, body, { 'idempotency-key': 'gone' });
      expect(answer).toMatchObject({
        status: 503,
        body: { detail: { reason: 'DATABASE_UNAVAILABLE', databaseUnavailableError: { cause: 'connection' } } },
      });
      expect(answer.headers.get('retry-after')).toBe('2');
      postgres = await startNativePostgres({ dataDir, port, fsync: false });
      const again = await eventually(
        () => tenant.owner.post(`${speaking.agent.path}/run`, body, { 'idempotency-key': 'gone' }),
        ({ status }) => status === 200,
      );
      expect(again.body).toMatchObject({ status: 'completed' });
    });
  },
);
