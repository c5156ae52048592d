/** `npm run bench`: measures the product against bare workflows on the same servers. See docs/bench.md. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import type { DatabaseKind, Running, Settings } from '../src/platform/local/launch.ts';
import { measureBodies } from './bodies.ts';
import { measureEmbedding } from './embedding.ts';
import { measureEvals } from './evals.ts';
import { measureHistory } from './history.ts';
import { measureHooks } from './hooks.ts';
import { measureIdle } from './idle.ts';
import { type KnowledgeSize, measureKnowledge } from './knowledge.ts';
import { measureLists } from './lists.ts';
import { measureMcp } from './mcp.ts';
import { interleaved, repeated, throughput } from './measure.ts';
import { cpuOf, type Workshop } from './processes.ts';
import { cpuLines, idleLines, type Measured, memoryLines, surroundings, tableOf, writeResults } from './report.ts';
import { measureReports } from './reports.ts';
import { prepareScenarios } from './scenarios.ts';
import { type CommonServers, startCommon, startProduct } from './servers.ts';
import { measureThinking } from './thinking.ts';
import { measureWaiting, type WaitingSize } from './waiting.ts';

const USAGE =
  'npm run bench -- [--database native|pglite|both] [--rows a,b,…] [--quick] [--waiting <runs>] [--chunks <number>] [--reported <runs>] [--set NAME=value]… [--profile <folder>] [--keep-logs]';
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'r', 'q', 's', 'v'];
/** Clients at once of row (s). */
const THINKERS = 500;
/** Rows that read /proc. */
const LINUX_ROWS = ['f', 'j', 'k'];

/** How much is measured. */
interface Size {
  readonly warmUp: number;
  readonly runs: number;
  readonly clients: number;
  /** Runs of a block of task runs; a block of agent runs has half. */
  readonly blockRuns: number;
  readonly blocks: number;
  readonly waiting: Omit<WaitingSize, 'clients' | 'cpu'>;
  /** Runs that wait in row (k). */
  readonly idle: number;
  /** Documents of a block of row (m). */
  readonly documents: number;
  readonly knowledge: KnowledgeSize;
  /** Runs that the reports of row (r) are over. */
  readonly reported: number;
  /** Cases of the eval of row (v). */
  readonly cases: number;
}
const FULL: Size = {
  warmUp: 40,
  runs: 150,
  clients: 50,
  blockRuns: 500,
  blocks: 3,
  waiting: { finished: [500, 1500], waiting: [200, 2000] },
  idle: 2000,
  documents: 24,
  knowledge: { chunks: 100_000, dimension: 384 },
  reported: 1_000_000,
  cases: 500,
};
const QUICK: Size = {
  warmUp: 15,
  runs: 40,
  clients: 50,
  blockRuns: 300,
  blocks: 1,
  waiting: { finished: [100, 200], waiting: [20, 200] },
  idle: 200,
  documents: 12,
  knowledge: { chunks: 24_000, dimension: 384 },
  reported: 100_000,
  cases: 100,
};

/** What is to be measured. */
interface Wanted {
  readonly kinds: readonly DatabaseKind[];
  /** Letters of the rows. */
  readonly rows: ReadonlySet<string>;
  readonly size: Size;
  readonly settings: Settings;
}

const running: Pick<Running, 'stop'>[] = [];

/** Stops what was started, the last first. */
async function stopAll(from = 0): Promise<void> {
  for (const each of running.splice(from).reverse()) await each.stop();
}

async function measure(
  workshop: Workshop,
  kind: DatabaseKind,
  common: CommonServers,
  temporal: Client,
  { size, rows, settings }: Wanted,
): Promise<Measured> {
  const product = await startProduct(workshop, kind, common, settings, (each) => running.push(each));
  const scenarios = await prepareScenarios(temporal, common, product);
  const processes = { bench: { pid: process.pid }, ...common.running, ...product.running };
  const cpu = () => {
    // Of the bench only itself: everything else runs below it.
    const { user, system } = process.cpuUsage();
    const others = Object.entries(processes).filter(([name]) => name !== 'bench');
    const used = others.map(([name, { pid }]) => [name, cpuOf(pid)] as const).filter(([, ms]) => ms !== undefined);
    return used.length === 0 ? {} : { bench: (user + system) / 1000, ...Object.fromEntries(used) };
  };
  const step = async <K extends keyof Measured>(
    row: string,
    key: K,
    what: string,
    work: () => Promise<Measured[K]>,
  ): Promise<Pick<Measured, K> | object> => {
    if (!rows.has(row)) return {};
    process.stdout.write(`  ${what} … `);
    const began = performance.now();
    const done = await work();
    process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0)} s\n`);
    return { [key]: done };
  };
  const { warmUp, runs, clients, blockRuns, blocks } = size;
  const many = { clients, blocks, cpu };
  const few = [Math.round(warmUp / 4), Math.round(runs / 2)] as const;
  const measured: Measured = {
    database: kind,
    databaseVersion: product.databaseVersion,
    ...(await step('a', 'task', 'task runs', () => interleaved(scenarios.task, warmUp, runs))),
    ...(await step('b', 'agent', 'agent runs', () => interleaved(scenarios.agent, warmUp, runs))),
    ...(await step('q', 'localTask', 'task runs and local floor', () =>
      interleaved(scenarios.local.task, warmUp, runs),
    )),
    ...(await step('q', 'localAgent', 'agent runs and local floor', () =>
      interleaved(scenarios.local.agent, warmUp, runs),
    )),
    ...(await step('s', 'thinking', 'models that think', () => measureThinking(scenarios.thinking, THINKERS))),
    ...(await step('c', 'taskThroughput', `task runs, ${clients} clients`, () =>
      throughput(scenarios.task, { ...many, runs: blockRuns }),
    )),
    ...(await step('c', 'agentThroughput', `agent runs, ${clients} clients`, () =>
      throughput(scenarios.agent, { ...many, runs: Math.round(blockRuns / 2) }),
    )),
    ...(await step('d', 'approval', 'approvals', () => repeated(scenarios.approval, ...few))),
    ...(await step('e', 'firstToken', 'first tokens', () => repeated(scenarios.firstToken, ...few))),
    ...(await step('g', 'history', 'histories', () => measureHistory(temporal, scenarios))),
    ...(await step('h', 'ledger', 'ledger', () => interleaved(scenarios.ledger, warmUp, runs))),
    ...(await step('l', 'mcp', 'MCP calls', () => measureMcp(product, common, warmUp, runs))),
    ...(await step('i', 'lists', 'lists', () => measureLists(product, warmUp, runs))),
    ...(product.embedded
      ? {}
      : await step('n', 'knowledge', 'searches', () =>
          measureKnowledge(product.databaseUrl, product.owner, size.knowledge, [warmUp, runs]),
        )),
    ...(product.embedded
      ? {}
      : await step('r', 'reports', 'reports', () =>
          measureReports(product, size.reported, scenarios.task.us, [warmUp, runs]),
        )),
    ...(await step('v', 'evals', 'evals', () => measureEvals(product, { cases: size.cases, together: 16, blocks }))),
    ...(await step('o', 'hooks', 'deliveries', () => measureHooks(product, warmUp, runs))),
    ...(await step('j', 'bodies', 'worst bodies', () => measureBodies(product, common))),
    ...(await step('m', 'embedding', 'documents', () => measureEmbedding(product, size.documents, blocks))),
    // Last, since so many runs leave their traces in every process.
    ...(await step('f', 'waiting', 'waiting runs', () =>
      measureWaiting(scenarios, product, { ...size.waiting, clients, cpu }),
    )),
    ...(await step('k', 'idle', 'runs that wait at rest', () =>
      measureIdle(scenarios, { waiting: size.idle, clients, cpu }),
    )),
  };
  return measured;
}

function wanted(values: {
  database: string;
  rows: string;
  quick: boolean;
  waiting?: string;
  chunks?: string;
  reported?: string;
  set: string[];
}): Wanted {
  const kinds = { native: ['native'], pglite: ['pglite'], both: ['native', 'pglite'] }[values.database];
  if (!kinds) throw new Error(`--database must be native, pglite or both\n${USAGE}`);
  const rows = values.rows.split(',');
  if (rows.some((row) => !ROWS.includes(row))) throw new Error(`--rows must be some of ${ROWS.join(',')}\n${USAGE}`);
  const unreadable = process.platform === 'linux' ? undefined : LINUX_ROWS.find((row) => rows.includes(row));
  if (unreadable) throw new Error(`row (${unreadable}) reads /proc: leave it out here`);
  const settings = values.set.map((setting) => setting.split('=', 2));
  if (settings.some(([name, value]) => !name || value === undefined))
    throw new Error(`--set must be NAME=value\n${USAGE}`);
  const number = (name: 'waiting' | 'chunks' | 'reported') => {
    const given = values[name] === undefined ? undefined : Number(values[name]);
    if (given !== undefined && !(Number.isInteger(given) && given > 0))
      throw new Error(`--${name} must be a number\n${USAGE}`);
    return given;
  };
  const size = values.quick ? QUICK : FULL;
  return {
    kinds: kinds as DatabaseKind[],
    rows: new Set(rows),
    size: {
      ...size,
      idle: number('waiting') ?? size.idle,
      knowledge: { ...size.knowledge, chunks: number('chunks') ?? size.knowledge.chunks },
      reported: number('reported') ?? size.reported,
    },
    settings: Object.fromEntries(settings),
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: 'both' },
      rows: {
        type: 'string',
        default: ROWS.filter((row) => !LINUX_ROWS.includes(row) || process.platform === 'linux').join(','),
      },
      quick: { type: 'boolean', default: false },
      waiting: { type: 'string' },
      chunks: { type: 'string' },
      reported: { type: 'string' },
      set: { type: 'string', multiple: true, default: [] },
      profile: { type: 'string' },
      'keep-logs': { type: 'boolean', default: false },
    },
  });
  const what = wanted(values);
  const workshop: Workshop = {
    dir: mkdtempSync(join(tmpdir(), 'holdfast-bench-')),
    ...(values.profile === undefined ? {} : { profileDir: resolve(values.profile) }),
  };
  if (workshop.profileDir) mkdirSync(workshop.profileDir, { recursive: true });
  let failed = true;
  try {
    await benchAll(workshop, what);
    failed = false;
  } finally {
    await stopAll();
    if (failed || values['keep-logs']) console.log(`logs: ${workshop.dir}`);
    else rmSync(workshop.dir, { recursive: true, force: true });
  }
}

async function benchAll(workshop: Workshop, what: Wanted): Promise<void> {
  console.log('starting Temporal, the model server and the bare worker');
  const common = await startCommon(workshop, what.settings, (each) => running.push(each));
  const where = surroundings(common.temporalVersion, what.settings);
  console.log(
    `commit ${where.commit}, Node ${where.node}, ${where.temporal}, SDK ${where.sdk}, ${where.cores} cores (${where.cpu}), load ${where.load.before.toFixed(2)}`,
  );
  const connection = await Connection.connect({ address: common.temporalAddress });
  const temporal = new Client({ connection, namespace: common.namespace });
  const results: Measured[] = [];
  const servers = running.length;
  for (const kind of what.kinds) {
    console.log(`\n${kind}:`);
    const measured = await measure(workshop, kind, common, temporal, what);
    await stopAll(servers);
    results.push(measured);
    console.log(`\n${measured.databaseVersion} (${kind})\n${tableOf(measured)}`);
    for (const line of [...cpuLines(measured), ...memoryLines(measured), ...idleLines(measured)]) console.log(line);
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
