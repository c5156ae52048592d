/** `npm run bench`: measures the product against bare workflows on the same servers. See docs/bench.md. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { interleaved, repeated, throughput } from './measure.ts';
import { cpuOf, type Workshop } from './processes.ts';
import { cpuLines, type Measured, surroundings, tableOf, writeResults } from './report.ts';
import { prepareScenarios } from './scenarios.ts';
import { type CommonServers, type DatabaseKind, type Running, startCommon, startProduct } from './servers.ts';

const USAGE = `npm run bench -- [--database native|pglite|both] [--quick] [--profile <folder>] [--keep-logs]`;

/** How much is measured. */
interface Size {
  readonly warmUp: number;
  readonly runs: number;
  readonly clients: number;
  /** Runs of a block of task runs; a block of agent runs has half. */
  readonly blockRuns: number;
  readonly blocks: number;
}
const FULL: Size = { warmUp: 40, runs: 150, clients: 50, blockRuns: 500, blocks: 3 };
const QUICK: Size = { warmUp: 15, runs: 40, clients: 50, blockRuns: 300, blocks: 1 };

const running: Running[] = [];

/** Stops what was started, the last first. */
async function stopAll(from = 0): Promise<void> {
  for (const each of running.splice(from).reverse()) await each.stop();
}

async function measure(
  workshop: Workshop,
  kind: DatabaseKind,
  common: CommonServers,
  temporal: Client,
  size: Size,
): Promise<Measured> {
  const product = await startProduct(workshop, kind, common, (each) => running.push(each));
  const scenarios = await prepareScenarios(temporal, common, product);
  const processes = { bench: { pid: process.pid }, ...common.running, ...product.running };
  const cpu = () => {
    // Of the bench only itself: everything else runs below it.
    const { user, system } = process.cpuUsage();
    const others = Object.entries(processes).filter(([name]) => name !== 'bench');
    const used = others.map(([name, { pid }]) => [name, cpuOf(pid)] as const).filter(([, ms]) => ms !== undefined);
    return used.length === 0 ? {} : { bench: (user + system) / 1000, ...Object.fromEntries(used) };
  };
  const step = async <T>(what: string, work: Promise<T>): Promise<T> => {
    process.stdout.write(`  ${what} … `);
    const began = performance.now();
    const done = await work;
    process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0)} s\n`);
    return done;
  };
  const { warmUp, runs, clients, blockRuns, blocks } = size;
  const many = { clients, blocks, cpu };
  const measured: Measured = {
    database: kind,
    databaseVersion: product.databaseVersion,
    task: await step('task runs', interleaved(scenarios.task, warmUp, runs)),
    agent: await step('agent runs', interleaved(scenarios.agent, warmUp, runs)),
    taskThroughput: await step(
      `task runs, ${clients} clients`,
      throughput(scenarios.task, { ...many, runs: blockRuns }),
    ),
    agentThroughput: await step(
      `agent runs, ${clients} clients`,
      throughput(scenarios.agent, { ...many, runs: Math.round(blockRuns / 2) }),
    ),
    approval: await step('approvals', repeated(scenarios.approval, Math.round(warmUp / 4), Math.round(runs / 2))),
    firstToken: await step(
      'first tokens',
      repeated(scenarios.firstToken, Math.round(warmUp / 4), Math.round(runs / 2)),
    ),
  };
  await scenarios.close();
  return measured;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: 'both' },
      quick: { type: 'boolean', default: false },
      profile: { type: 'string' },
      'keep-logs': { type: 'boolean', default: false },
    },
  });
  const kinds: DatabaseKind[] | undefined = { native: ['native'], pglite: ['pglite'], both: ['native', 'pglite'] }[
    values.database
  ] as DatabaseKind[] | undefined;
  if (!kinds) throw new Error(`--database must be native, pglite or both\n${USAGE}`);
  const workshop: Workshop = {
    dir: mkdtempSync(join(tmpdir(), 'holdfast-bench-')),
    ...(values.profile === undefined ? {} : { profileDir: resolve(values.profile) }),
  };
  if (workshop.profileDir) mkdirSync(workshop.profileDir, { recursive: true });
  let failed = true;
  try {
    await benchAll(workshop, kinds, values.quick ? QUICK : FULL);
    failed = false;
  } finally {
    await stopAll();
    if (failed || values['keep-logs']) console.log(`logs: ${workshop.dir}`);
    else rmSync(workshop.dir, { recursive: true, force: true });
  }
}

async function benchAll(workshop: Workshop, kinds: readonly DatabaseKind[], size: Size): Promise<void> {
  console.log('starting Temporal, the model server and the bare worker');
  const common = await startCommon(workshop, (each) => running.push(each));
  const where = surroundings(common.temporalVersion);
  console.log(
    `commit ${where.commit}, Node ${where.node}, ${where.temporal}, SDK ${where.sdk}, ${where.cores} cores (${where.cpu}), load ${where.load.before.toFixed(2)}`,
  );
  const connection = await Connection.connect({ address: common.temporalAddress });
  const temporal = new Client({ connection, namespace: common.namespace });
  const results: Measured[] = [];
  const servers = running.length;
  for (const kind of kinds) {
    console.log(`\n${kind}:`);
    const measured = await measure(workshop, kind, common, temporal, size);
    await stopAll(servers);
    results.push(measured);
    console.log(`\n${measured.databaseVersion} (${kind})\n${tableOf(measured)}\n${cpuLines(measured).join('\n')}`);
  }
  await connection.close();
  where.load.after = loadavg()[0] ?? 0;
  console.log(`\nload at the end ${where.load.after.toFixed(2)}; written to ${writeResults(where, results)}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stopAll().finally(() => process.exit(130)));
}
main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
