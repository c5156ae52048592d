import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Pair, Throughput, Times } from './measure.ts';
import type { DatabaseKind } from './servers.ts';

/** Everything measured over one database. */
export interface Measured {
  readonly database: DatabaseKind;
  readonly databaseVersion: string;
  readonly task: Pair<Times>;
  readonly agent: Pair<Times>;
  readonly taskThroughput: Pair<Throughput>;
  readonly agentThroughput: Pair<Throughput>;
  readonly approval: Times;
  readonly firstToken: Times;
}

/** Where and on what it was measured. */
export interface Surroundings {
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly temporal: string;
  readonly sdk: string;
  readonly system: string;
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGiB: number;
  /** Load of the last minute before it began, and when it ended. */
  readonly load: { readonly before: number; after: number };
}

export function surroundings(temporal: string): Surroundings {
  const sdk = createRequire(import.meta.url)('@temporalio/worker/package.json') as { version: string };
  return {
    date: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    temporal,
    sdk: sdk.version,
    system: `${process.platform} ${release()}`,
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    load: { before: loadavg()[0] ?? 0, after: 0 },
  };
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
  } catch {
    return 'unknown';
  }
}

/** What must be reached: a ratio to the floor, or milliseconds. */
interface Target {
  readonly native: number;
  readonly pglite: number;
  readonly atLeast?: boolean;
}
const SINGLE: Target = { native: 1.1, pglite: 1.3 };
const MANY: Target = { native: 0.85, pglite: 0.7, atLeast: true };
const FIRST_TOKEN_MS = 60;

type Row = readonly [what: string, floor: string, us: string, ratio: string, target: string];

function rowsOf(measured: Measured): Row[] {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const single = (what: string, { floor, us }: Pair<Times>): Row => {
    const ratio = us.p50 / floor.p50;
    return [what, ms(floor.p50), ms(us.p50), ratio.toFixed(2), verdict(ratio, SINGLE, measured.database)];
  };
  const many = (what: string, { floor, us }: Pair<Throughput>): Row => {
    const ratio = us.runsPerSecond / floor.runsPerSecond;
    const perSecond = (value: number) => `${value.toFixed(1)}/s`;
    const target = verdict(ratio, MANY, measured.database);
    return [what, perSecond(floor.runsPerSecond), perSecond(us.runsPerSecond), ratio.toFixed(2), target];
  };
  const approvalRatio = (measured.approval.p50 / measured.agent.floor.p50).toFixed(2);
  const first = measured.firstToken.p50;
  return [
    single('(a) task run, p50', measured.task),
    single('(b) agent run with a tool call, p50', measured.agent),
    many('(c) task runs, many clients', measured.taskThroughput),
    many('(c) agent runs, many clients', measured.agentThroughput),
    ['(d) approve to final answer, p50', ms(measured.agent.floor.p50), ms(measured.approval.p50), approvalRatio, ''],
    [
      '(e) first token minus the model, p50',
      '',
      ms(first),
      '',
      `${first <= FIRST_TOKEN_MS ? 'ok' : 'MISSED'} ≤ ${FIRST_TOKEN_MS} ms`,
    ],
  ];
}

function verdict(ratio: number, target: Target, database: DatabaseKind): string {
  const bound = target[database];
  return target.atLeast
    ? `${ratio >= bound ? 'ok' : 'MISSED'} ≥ ${bound}`
    : `${ratio <= bound ? 'ok' : 'MISSED'} ≤ ${bound}`;
}

/** The results as a Markdown table. */
export function tableOf(measured: Measured): string {
  const head: Row = ['', 'floor', 'Holdfast', 'ratio', 'target'];
  const lines = [head, ...rowsOf(measured)];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const print = (line: Row) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [print(head), rule, ...rowsOf(measured).map(print)].join('\n');
}

/** CPU per run and process under many clients, one line each, and how many times the floor's it is. */
export function cpuLines(measured: Measured): string[] {
  const sum = (side: Throughput) => Object.values(side.cpu).reduce((total, ms) => total + ms, 0);
  const lines = [
    ['task runs', measured.taskThroughput] as const,
    ['agent runs', measured.agentThroughput] as const,
  ].flatMap(([what, pair]) => {
    const line = (name: string, side: Throughput) => {
      const parts = Object.entries(side.cpu).filter(([, ms]) => ms >= 0.05);
      return `  ${what}, ${name}: ${sum(side).toFixed(1)} (${parts.map(([process, ms]) => `${process} ${ms.toFixed(1)}`).join(', ')})`;
    };
    if (sum(pair.floor) === 0) return [];
    const ratio = (sum(pair.us) / sum(pair.floor)).toFixed(2);
    return [line('floor', pair.floor), `${line('Holdfast', pair.us)} = ${ratio} x`];
  });
  return lines.length === 0 ? [] : ['CPU per run in ms, many clients:', ...lines];
}

/** Writes the results beside the bench and answers the file's path. */
export function writeResults(where: Surroundings, measured: readonly Measured[]): string {
  const folder = fileURLToPath(new URL('./results', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/${where.date.slice(0, 19).replaceAll(':', '-')}.json`;
  writeFileSync(file, `${JSON.stringify({ ...where, measured }, null, 2)}\n`);
  return file;
}
