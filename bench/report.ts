import type { DatabaseKind } from '../src/platform/local/launch.ts';
import type { Row } from './cells.ts';
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
import { createRows } from './rows.ts';
import type { ThinkingCost } from './thinking-models.ts';
import type { CpuPair } from './traces.ts';
import type { MemoryAt, Waiting } from './waiting-runs.ts';

/** Measurements with one database, for the selected rows. */
export interface Measurements {
  readonly database: DatabaseKind;
  readonly databaseVersion: string;
  readonly task?: Pair<Times>;
  readonly agent?: Pair<Times>;
  /** The same against local activities. */
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
  /** The baseline is the run that only reads. */
  readonly ledger?: Pair<Times>;
  /** A chat completion. The baseline is the same task run by this API. */
  readonly openAi?: Pair<Times>;
  /** The same by CPU. */
  readonly openAiCpu?: CpuPair;
  /** A task run with traces. The baseline is one without. */
  readonly traces?: CpuPair;
  /** The baseline is the plain query. */
  readonly lists?: readonly ListTimes[];
  readonly bodies?: HighestCosts;
  /** The baseline is the plain SQL. */
  readonly knowledge?: KnowledgeCost;
  /** The baseline is a plain insert. */
  readonly hooks?: Pair<Times>;
  /** The baseline is a plain query on the rolled-up data. */
  readonly reports?: ReportCost;
  /** Cases per second. The baseline starts the same runs over HTTP. */
  readonly evals?: EvalRate;
  /** The baseline is the slowest processor alone. */
  readonly processors?: ProcessorCost;
  readonly mcp?: McpCost;
  readonly console?: ConsoleCost;
  /** Passages per second. The baseline is the embedding model alone. */
  readonly embedding?: EmbeddingRate;
}

/** Returns the results as a Markdown table. */
export function renderTable(measured: Measurements): string {
  const head: Row = ['', 'baseline', 'Holdfast', 'ratio', 'target'];
  const lines = [head, ...createRows(measured)];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const print = (line: Row) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [print(head), rule, ...createRows(measured).map(print)].join('\n');
}

/** Returns lines with the CPU per run and process for many clients, and the ratio to the baseline. */
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

/** Returns lines with the CPU per second at rest by process. */
export function renderIdle({ idle }: Measurements): string[] {
  if (!idle) return [];
  return [
    'CPU in ms per second at rest:',
    `  no run waits: ${formatCpu(idle.none)}`,
    `  ${idle.runs} runs wait: ${formatCpu(idle.waiting)}`,
  ];
}

/** Returns a line for each step of row (f). */
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
