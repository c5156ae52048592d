import type { DatabaseKind } from '../src/platform/local/launch.ts';
import type { ConsoleCost } from './console.ts';
import type { EmbeddingRate } from './embedding.ts';
import type { EvalRate } from './evals.ts';
import type { TurnHistory } from './history.ts';
import type { HighestCosts } from './hostile-payloads.ts';
import type { Idle } from './idle.ts';
import type { KnowledgeCost } from './knowledge.ts';
import type { ListTimes } from './lists.ts';
import type { McpCost } from './mcp.ts';
import type { Cpu, Decisions, Pair, Throughput, Times } from './measure.ts';
import type { ProcessorCost } from './processors.ts';
import type { ReportCost } from './reports.ts';
import { createRows, type Row } from './rows.ts';
import type { ThinkingCost } from './thinking-models.ts';
import type { MemoryAt, Waiting } from './waiting-runs.ts';

/** Everything measured over one database; only the rows that were asked for. */
export interface Measurements {
  readonly database: DatabaseKind;
  readonly databaseVersion: string;
  readonly task?: Pair<Times>;
  readonly agent?: Pair<Times>;
  /** The same against floors whose calls are local activities. */
  readonly localTask?: Pair<Times>;
  readonly localAgent?: Pair<Times>;
  readonly thinking?: ThinkingCost;
  readonly taskThroughput?: Pair<Throughput>;
  readonly agentThroughput?: Pair<Throughput>;
  readonly decisions?: Decisions;
  readonly firstToken?: Times;
  readonly waiting?: Waiting;
  readonly idle?: Idle;
  readonly history?: readonly TurnHistory[];
  /** The run that only reads stands in the floor's place. */
  readonly ledger?: Pair<Times>;
  /** The query run bare stands in the floor's place. */
  readonly lists?: readonly ListTimes[];
  readonly bodies?: HighestCosts;
  /** The bare SQL stands in the floor's place. */
  readonly knowledge?: KnowledgeCost;
  /** A bare insert stands in the floor's place. */
  readonly hooks?: Pair<Times>;
  /** Bare queries on what is rolled up stand in the floor's place. */
  readonly reports?: ReportCost;
  /** Cases a second; the same runs begun by hand stand in the floor's place. */
  readonly evals?: EvalRate;
  /** The slowest processor alone stands in the floor's place. */
  readonly processors?: ProcessorCost;
  readonly mcp?: McpCost;
  readonly console?: ConsoleCost;
  /** Passages a second; the embedding model alone stands in the floor's place. */
  readonly embedding?: EmbeddingRate;
}

/** The results as a Markdown table. */
export function renderTable(measured: Measurements): string {
  const head: Row = ['', 'baseline', 'Holdfast', 'ratio', 'target'];
  const lines = [head, ...createRows(measured)];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const print = (line: Row) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [print(head), rule, ...createRows(measured).map(print)].join('\n');
}

/** CPU per run and process under many clients, one line each, and how many times the floor's it is. */
export function renderCpu(measured: Measurements): string[] {
  const sum = (side: Throughput) => Object.values(side.cpu).reduce((total, ms) => total + ms, 0);
  const lines = [
    ['task runs', measured.taskThroughput] as const,
    ['agent runs', measured.agentThroughput] as const,
    ['approved runs', measured.decisions?.many] as const,
  ].flatMap(([what, pair]) => {
    if (!pair) return [];
    const line = (name: string, side: Throughput) =>
      `  ${what}, ${name}: ${sum(side).toFixed(1)} (${formatCpu(side.cpu)})`;
    if (sum(pair.baseline) === 0) return [];
    const ratio = (sum(pair.holdfast) / sum(pair.baseline)).toFixed(2);
    return [line('baseline', pair.baseline), `${line('Holdfast', pair.holdfast)} = ${ratio} x`];
  });
  return lines.length === 0 ? [] : ['CPU per run in ms, many clients:', ...lines];
}

function formatCpu(cpu: Cpu): string {
  const parts = Object.entries(cpu).filter(([, ms]) => ms >= 0.05);
  return parts.map(([process, ms]) => `${process} ${ms.toFixed(1)}`).join(', ');
}

/** CPU per second at rest by process, one line each. */
export function renderIdle({ idle }: Measurements): string[] {
  if (!idle) return [];
  return [
    'CPU in ms per second at rest:',
    `  no run waits: ${formatCpu(idle.none)}`,
    `  ${idle.runs} runs wait: ${formatCpu(idle.waiting)}`,
  ];
}

/** Every step of row (f), one line each. */
export function renderMemory({ waiting }: Measurements): string[] {
  if (!waiting) return [];
  const line = (state: string) => (at: MemoryAt) => {
    const parts = (['worker', 'api'] as const).map(
      (name) => `${name} ${at[name].rss.toFixed(0)} (heap ${at[name].heap.toFixed(0)})`,
    );
    const connections = at.connections === undefined ? '' : `, ${at.connections} connections`;
    return `  ${at.runs} ${state} runs: ${parts.join(', ')}${connections}`;
  };
  return [
    'Resident memory in MiB, its JavaScript objects in brackets:',
    ...waiting.finished.map(line('finished')),
    ...waiting.waiting.map(line('waiting')),
    `CPU in ms per second while they wait: ${formatCpu(waiting.idleCpu)}`,
    `CPU per waiting run in ms, from its approval to its end: ${formatCpu(waiting.cpu)}`,
  ];
}
