import { formatMs, formatRate, formatVerdict, type Row, type Target, toRatioRow } from './cells.ts';
import { consoleRows } from './console-rows.ts';
import { embeddingRow } from './embedding.ts';
import { evalRow } from './evals.ts';
import { historyRow } from './history.ts';
import { bodyRows } from './hostile-payloads.ts';
import { idleRows } from './idle.ts';
import { knowledgeRows } from './knowledge.ts';
import { mcpRow } from './mcp.ts';
import type { Pair, Throughput, Times } from './measure.ts';
import { processorRows } from './processors.ts';
import type { Measurements } from './report.ts';
import { reportRows } from './reports.ts';
import { thinkingRows } from './thinking-models.ts';
import type { CpuPair } from './traces.ts';
import { waitingRows } from './waiting-runs.ts';
import { hookRow } from './webhooks.ts';

const SINGLE_TARGET: Target = { native: 0.75, pglite: 0.9 };
const LOCAL_TARGET: Target = { native: 1.15, pglite: 1.3 };
const MANY_TASKS_TARGET: Target = { native: 1.3, pglite: 0.7, atLeast: true };
const MANY_AGENTS_TARGET: Target = { native: 1.4, pglite: 0.7, atLeast: true };
const DECISION_TARGET: Target = { native: 0.8, pglite: 0.9 };
const MANY_DECISIONS_TARGET: Target = { native: 1.2, pglite: 0.7, atLeast: true };
const MAX_FIRST_TOKEN_MS = 60;
const LEDGER_TARGET: Target = { native: 1.1, pglite: 1.1 };
const OPENAI_TARGET: Target = { native: 1.15, pglite: 1.15 };
const TRACES_TARGET: Target = { native: 1.05, pglite: 1.05 };

/** Returns the rows of all measurements. */
export function createRows(measured: Measurements): Row[] {
  const { database, agent, firstToken, waiting, history, idle } = measured;
  const compare = (what: string, pair: Pair<number>, format: (value: number) => string, target: Target): Row[] => [
    toRatioRow(what, { ...pair, format, target, database }),
  ];
  const single = (what: string, pair: Pair<Times> | undefined, target = SINGLE_TARGET): Row[] =>
    pair ? compare(what, { baseline: pair.baseline.p50, holdfast: pair.holdfast.p50 }, formatMs, target) : [];
  const cpu = (what: string, pair: CpuPair | undefined, target: Target): Row[] =>
    pair ? compare(what, pair, formatMs, target) : [];
  const many = (what: string, pair: Pair<Throughput> | undefined, target: Target): Row[] => {
    if (!pair) return [];
    const rates = { baseline: pair.baseline.runsPerSecond, holdfast: pair.holdfast.runsPerSecond };
    return compare(what, rates, formatRate, target);
  };
  const rows = [
    ...single('(a) task run, p50', measured.task),
    ...single('(b) agent run with a tool call, p50', agent),
    ...single('(q) task run, local baseline, p50', measured.localTask, LOCAL_TARGET),
    ...single('(q) agent run, local baseline, p50', measured.localAgent, LOCAL_TARGET),
    ...(measured.thinking ? thinkingRows(measured.thinking) : []),
    ...many('(c) task runs, many clients', measured.taskThroughput, MANY_TASKS_TARGET),
    ...many('(c) agent runs, many clients', measured.agentThroughput, MANY_AGENTS_TARGET),
    ...single('(d) decision to final answer, p50', measured.decisions?.times, DECISION_TARGET),
    ...many('(d) decisions, many clients', measured.decisions?.many, MANY_DECISIONS_TARGET),
  ];
  if (firstToken) {
    const target = formatVerdict(firstToken.p50 <= MAX_FIRST_TOKEN_MS, `≤ ${MAX_FIRST_TOKEN_MS} ms`);
    rows.push(['(e) first token minus the model, p50', '', formatMs(firstToken.p50), '', target]);
  }
  if (waiting) rows.push(...waitingRows(waiting));
  if (history) rows.push(...history.map(historyRow));
  rows.push(...single('(h) reading and writing tool: the ledger, p50', measured.ledger, LEDGER_TARGET));
  rows.push(...single('(x) chat completion over task run, p50', measured.openAi, OPENAI_TARGET));
  rows.push(...cpu('(x) chat completion over task run, CPU', measured.openAiCpu, OPENAI_TARGET));
  rows.push(...cpu('(t) task run with traces, CPU', measured.traces, TRACES_TARGET));
  for (const { what, times } of measured.lists ?? []) {
    const ratio = (times.holdfast.p50 / times.baseline.p50).toFixed(2);
    rows.push([
      `(i) page of 100 from 100,000 ${what}, p50`,
      formatMs(times.baseline.p50),
      formatMs(times.holdfast.p50),
      ratio,
      '',
    ]);
  }
  if (measured.mcp) rows.push(mcpRow(measured.mcp, database));
  if (measured.embedding) rows.push(embeddingRow(measured.embedding, database));
  if (measured.knowledge) rows.push(...knowledgeRows(measured.knowledge, database));
  if (measured.reports) rows.push(...reportRows(measured.reports, database));
  if (measured.evals) rows.push(evalRow(measured.evals, database));
  if (measured.hooks) rows.push(hookRow(measured.hooks));
  if (measured.processors) rows.push(...processorRows(measured.processors));
  if (measured.bodies) rows.push(...bodyRows(measured.bodies));
  if (measured.console) rows.push(...consoleRows(measured.console));
  if (idle) rows.push(...idleRows(idle));
  return rows;
}
