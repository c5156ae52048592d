/** `npm run bench`: measures the product against bare workflows on the same servers. See docs/bench.md. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import type { DatabaseKind, RunningProcess } from '../src/platform/local/launch.ts';
import { measureBodies } from './bodies.ts';
import { buildConsole, measureConsole } from './console.ts';
import { measureEmbedding } from './embedding.ts';
import { measureEvals } from './evals.ts';
import { measureHistory } from './history.ts';
import { measureHooks } from './hooks.ts';
import { measureIdle } from './idle.ts';
import { measureKnowledge } from './knowledge.ts';
import { measureLists } from './lists.ts';
import { measureMcp } from './mcp.ts';
import { decisions, interleaved, repeated, throughput } from './measure.ts';
import { cpuOf, type Workshop } from './processes.ts';
import { measureProcessors } from './processors.ts';
import { cpuLines, idleLines, type Measured, memoryLines, tableOf } from './report.ts';
import { measureReports } from './reports.ts';
import { prepareScenarios } from './scenarios.ts';
import { type CommonServers, startCommon, startProduct } from './servers.ts';
import { surroundings, writeResults } from './surroundings.ts';
import { measureThinking } from './thinking.ts';
import { measureWaiting } from './waiting.ts';
import { LINUX_ROWS, ROWS, type Wanted, wanted } from './wanted.ts';

/** Clients at once of row (s). */
const THINKERS = 500;
const running: Pick<RunningProcess, 'stop'>[] = [];
/** Rows that could not be measured: the bench ends with an error, after the table of the others. */
const failedRows: string[] = [];

/** Stops what was started, the last first. */
async function stopAll(from = 0): Promise<void> {
  for (const each of running.splice(from).reverse()) await each.stop();
}

async function measure(
  workshop: Workshop,
  kind: DatabaseKind,
  common: CommonServers,
  temporal: Client,
  { size, rows, ...how }: Wanted,
): Promise<Measured> {
  if (rows.has('w')) await buildConsole();
  const product = await startProduct(workshop, kind, common, how, (each) => running.push(each));
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
    try {
      const done = await work();
      process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0)} s\n`);
      return { [key]: done };
    } catch (error) {
      // What the other rows have taken minutes to measure is not thrown away for this one.
      console.error(`\n  row (${row}) failed: ${error instanceof Error ? error.message : error}`);
      failedRows.push(row);
      return {};
    }
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
    ...(await step('s', 'thinking', 'models that think', () =>
      measureThinking(scenarios.thinking, common.thinkingUrl, THINKERS),
    )),
    ...(await step('c', 'taskThroughput', `task runs, ${clients} clients`, () =>
      throughput(scenarios.task, { ...many, runs: blockRuns }),
    )),
    ...(await step('c', 'agentThroughput', `agent runs, ${clients} clients`, () =>
      throughput(scenarios.agent, { ...many, runs: Math.round(blockRuns / 2) }),
    )),
    ...(await step('d', 'decisions', 'decisions', () =>
      decisions(scenarios.decision, few, { ...many, runs: Math.round(blockRuns / 2) }),
    )),
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
    ...(await step('p', 'processors', 'processors', () => measureProcessors(product, common))),
    ...(await step('j', 'bodies', 'worst bodies', () => measureBodies(product, common))),
    ...(await step('m', 'embedding', 'documents', () => measureEmbedding(product, size.documents, blocks))),
    ...(await step('w', 'console', 'the console', () => measureConsole(product, scenarios, size.loads))),
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
      processes: { type: 'string', default: '1x1' },
      temporal: { type: 'string' },
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
    failed = failedRows.length > 0;
  } finally {
    await stopAll();
    if (failed || values['keep-logs']) console.log(`logs: ${workshop.dir}`);
    else rmSync(workshop.dir, { recursive: true, force: true });
  }
}

async function benchAll(workshop: Workshop, what: Wanted): Promise<void> {
  console.log('starting Temporal, the model server and the bare worker');
  const common = await startCommon(workshop, what.settings, what.programs, (each) => running.push(each));
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
  () => process.exit(failedRows.length === 0 ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
