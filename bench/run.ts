/** `npm run bench`: compares the product with baseline workflows on the same servers. See docs/bench.md. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import type { DatabaseKind, RunningProcess } from '../src/platform/local/launch.ts';
import { buildConsole, measureConsole } from './console.ts';
import { measureEmbedding } from './embedding.ts';
import { readEnvironment, writeResults } from './environment.ts';
import { measureEvals } from './evals.ts';
import { measureHistory } from './history.ts';
import { measureBodies } from './hostile-payloads.ts';
import { measureIdle } from './idle.ts';
import { measureKnowledge } from './knowledge.ts';
import { measureLists } from './lists.ts';
import { measureMcp } from './mcp.ts';
import { measureDecisions, measurePair, measureRepeatedly, measureThroughput } from './measure.ts';
import { type BenchOptions, LINUX_ROWS, ROWS, readOptions } from './options.ts';
import { type ProcessFolders, readCpu } from './processes.ts';
import { measureProcessors } from './processors.ts';
import { type Measurements, renderCpu, renderIdle, renderMemory, renderTable } from './report.ts';
import { measureReports } from './reports.ts';
import { prepareScenarios } from './scenarios.ts';
import { type CommonServers, startCommon, startProduct } from './servers.ts';
import { measureThinking } from './thinking-models.ts';
import { measureTraces, toProductCpu } from './traces.ts';
import { measureWaiting } from './waiting-runs.ts';
import { measureHooks } from './webhooks.ts';

/** Concurrent clients of row (s). */
const THINKING_CLIENTS = 500;
const running: Pick<RunningProcess, 'stop'>[] = [];
/** Rows that failed. The bench prints the other rows and exits with an error. */
const failedRows: string[] = [];

/** Stops what was started, in reverse order. */
async function stopAll(from = 0): Promise<void> {
  for (const each of running.splice(from).reverse()) await each.stop();
}

async function measure(
  folders: ProcessFolders,
  kind: DatabaseKind,
  common: CommonServers,
  temporal: Client,
  { size, rows, ...how }: BenchOptions,
): Promise<Measurements> {
  if (rows.has('w')) await buildConsole();
  const product = await startProduct(folders, kind, common, how, (each) => running.push(each));
  const scenarios = await prepareScenarios(temporal, common, product);
  const processes = { bench: { pid: process.pid }, ...common.running, ...product.running };
  const cpu = () => {
    // Only the bench process itself: the others are its children.
    const { user, system } = process.cpuUsage();
    const others = Object.entries(processes).filter(([name]) => name !== 'bench');
    const used = others.map(([name, { pid }]) => [name, readCpu(pid)] as const).filter(([, ms]) => ms !== undefined);
    return used.length === 0 ? {} : { bench: (user + system) / 1000, ...Object.fromEntries(used) };
  };
  const step = async <K extends keyof Measurements>(
    row: string,
    key: K,
    what: string,
    work: () => Promise<Measurements[K]>,
  ): Promise<Pick<Measurements, K> | object> => {
    if (!rows.has(row)) return {};
    process.stdout.write(`  ${what} … `);
    const began = performance.now();
    try {
      const done = await work();
      process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0)} s\n`);
      return { [key]: done };
    } catch (error) {
      // The results of other rows must not be lost.
      console.error(`\n  row (${row}) failed: ${error instanceof Error ? error.message : error}`);
      failedRows.push(row);
      return {};
    }
  };
  const { warmUp, runs, clients, blockRuns, blocks } = size;
  const many = { clients, blocks, cpu };
  const few = [Math.round(warmUp / 4), Math.round(runs / 2)] as const;
  const measured: Measurements = {
    database: kind,
    databaseVersion: product.databaseVersion,
    ...(await step('a', 'task', 'task runs', () => measurePair(scenarios.task, warmUp, runs))),
    ...(await step('b', 'agent', 'agent runs', () => measurePair(scenarios.agent, warmUp, runs))),
    ...(await step('q', 'localTask', 'task runs and local baseline', () =>
      measurePair(scenarios.local.task, warmUp, runs),
    )),
    ...(await step('q', 'localAgent', 'agent runs and local baseline', () =>
      measurePair(scenarios.local.agent, warmUp, runs),
    )),
    ...(await step('s', 'thinking', 'models that think', () =>
      measureThinking(scenarios.thinking, common.thinkingUrl, THINKING_CLIENTS),
    )),
    ...(await step('c', 'taskThroughput', `task runs, ${clients} clients`, () =>
      measureThroughput(scenarios.task, { ...many, runs: blockRuns }),
    )),
    ...(await step('c', 'agentThroughput', `agent runs, ${clients} clients`, () =>
      measureThroughput(scenarios.agent, { ...many, runs: Math.round(blockRuns / 2) }),
    )),
    ...(await step('d', 'decisions', 'decisions', () =>
      measureDecisions(scenarios.decision, few, { ...many, runs: Math.round(blockRuns / 2) }),
    )),
    ...(await step('e', 'firstToken', 'first tokens', () => measureRepeatedly(scenarios.firstToken, ...few))),
    ...(await step('g', 'history', 'histories', () => measureHistory(temporal, scenarios))),
    ...(await step('h', 'ledger', 'ledger', () => measurePair(scenarios.ledger, warmUp, runs))),
    ...(await step('x', 'openAi', 'chat completions', () => measurePair(scenarios.openAi, warmUp, runs))),
    ...(await step('x', 'openAiCpu', 'CPU of chat completions', async () =>
      toProductCpu(await measureThroughput(scenarios.openAi, { ...many, runs: Math.round(blockRuns / 2) })),
    )),
    ...(await step('t', 'traces', 'traces', () =>
      measureTraces(
        { folders, kind, common, temporal, processes: how.processes },
        { clients: 8, runs: blockRuns, blocks },
      ),
    )),
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
          measureReports(product, size.reported, scenarios.task.holdfast, [warmUp, runs]),
        )),
    ...(await step('v', 'evals', 'evals', () => measureEvals(product, { cases: size.cases, together: 16, blocks }))),
    ...(await step('o', 'hooks', 'deliveries', () => measureHooks(product, warmUp, runs))),
    ...(await step('p', 'processors', 'processors', () => measureProcessors(product, common))),
    ...(await step('j', 'bodies', 'worst bodies', () => measureBodies(product, common))),
    ...(await step('m', 'embedding', 'documents', () => measureEmbedding(product, size.documents, blocks))),
    ...(await step('w', 'console', 'the console', () => measureConsole(product, scenarios, size.loads))),
    // Last, because many runs leave traces in every process.
    ...(await step('f', 'waiting', 'waiting runs', () =>
      measureWaiting(scenarios, product, { ...size.waiting, clients, cpu }),
    )),
    ...(await step('k', 'idle', 'runs that wait at rest', () =>
      measureIdle(scenarios, product, { waiting: size.idle, clients, cpu }),
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
  const what = readOptions(values);
  const folders: ProcessFolders = {
    dir: mkdtempSync(join(tmpdir(), 'holdfast-bench-')),
    ...(values.profile === undefined ? {} : { profileDir: resolve(values.profile) }),
  };
  if (folders.profileDir) mkdirSync(folders.profileDir, { recursive: true });
  let failed = true;
  try {
    await benchAll(folders, what);
    failed = failedRows.length > 0;
  } finally {
    await stopAll();
    if (failed || values['keep-logs']) console.log(`logs: ${folders.dir}`);
    else rmSync(folders.dir, { recursive: true, force: true });
  }
}

async function benchAll(folders: ProcessFolders, what: BenchOptions): Promise<void> {
  console.log('starting Temporal, the model server and the bare worker');
  const common = await startCommon(folders, what.settings, what.programs, (each) => running.push(each));
  const where = readEnvironment(common.temporalVersion, what.settings);
  console.log(
    `commit ${where.commit}, Node ${where.node}, ${where.temporal}, SDK ${where.sdk}, ${where.cores} cores (${where.cpu}), load ${where.load.before.toFixed(2)}`,
  );
  const connection = await Connection.connect({ address: common.temporalAddress });
  const temporal = new Client({ connection, namespace: common.namespace });
  const results: Measurements[] = [];
  const servers = running.length;
  for (const kind of what.kinds) {
    console.log(`\n${kind}:`);
    const measured = await measure(folders, kind, common, temporal, what);
    await stopAll(servers);
    results.push(measured);
    console.log(`\n${measured.databaseVersion} (${kind})\n${renderTable(measured)}`);
    for (const line of [...renderCpu(measured), ...renderMemory(measured), ...renderIdle(measured)]) console.log(line);
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
