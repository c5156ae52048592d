import type { DatabaseKind } from '../src/platform/local/launch.ts';
import { consoleRows } from './console.ts';
import type { EmbeddingRate } from './embedding.ts';
import type { EvalRate } from './evals.ts';
import { CONVERSATION_TOKENS, type TurnHistory } from './history.ts';
import type { BodyCost, HighestCosts } from './hostile-payloads.ts';
import { type Idle, idleCost, MEASURED_PROCESSES } from './idle.ts';
import type { KnowledgeCost } from './knowledge.ts';
import { getMcpOverheadMs, type McpCost } from './mcp.ts';
import type { Cpu, Pair, Throughput, Times } from './measure.ts';
import { processorRows } from './processors.ts';
import type { Measurements } from './report.ts';
import type { ReportCost } from './reports.ts';
import type { ThinkingCost } from './thinking-models.ts';
import type { MemoryAt, Waiting } from './waiting-runs.ts';

/** Target: a ratio to the baseline, or milliseconds. */
interface Target {
  readonly native: number;
  readonly pglite: number;
  readonly atLeast?: boolean;
}
const SINGLE_TARGET: Target = { native: 0.75, pglite: 0.9 };
const LOCAL_TARGET: Target = { native: 1.15, pglite: 1.3 };
/** Maximum overhead of a run: milliseconds, and a share of the model's time. */
const MAX_OVERHEAD_MS = 60;
const MAX_OVERHEAD_SHARE = 0.005;
const MANY_TASKS_TARGET: Target = { native: 1.3, pglite: 0.7, atLeast: true };
const MANY_AGENTS_TARGET: Target = { native: 1.4, pglite: 0.7, atLeast: true };
const DECISION_TARGET: Target = { native: 0.8, pglite: 0.9 };
const MANY_DECISIONS_TARGET: Target = { native: 1.2, pglite: 0.7, atLeast: true };
const MAX_FIRST_TOKEN_MS = 60;
const EVAL_TARGET: Target = { native: 0.8, pglite: 0.8, atLeast: true };
const EMBEDDING_TARGET: Target = { native: 0.85, pglite: 0.85, atLeast: true };
const MCP_TARGET: Target = { native: 1.3, pglite: 1.3 };
const LEDGER_TARGET: Target = { native: 1.1, pglite: 1.1 };
const OPENAI_TARGET: Target = { native: 1.15, pglite: 1.15 };
const SEARCH_TARGET: Target = { native: 1.5, pglite: 1.5 };
/** Minimum recall of a search. */
const MIN_RECALL = 0.97;
/** Maximum milliseconds of a delivery above a plain insert. */
const MAX_DELIVERY_OVERHEAD_MS = 15;
/** Maximum milliseconds of a report, and seconds to roll up 1,000,000 runs. */
const MAX_REPORT_MS = 50;
const MAX_ROLL_UP_SECONDS = 300;
const REPORT_TARGET: Target = { native: 2, pglite: 2 };
/** Maximum difference in memory between few and many waiting runs. */
const MAX_MEMORY_GROWTH_MIB = 40;
/** Maximum block of the event loop in milliseconds, and added memory in MiB, per body. */
const MAX_EVENT_LOOP_BLOCK_MS = 100;
const MAX_BODY_MEMORY_MIB = 100;
/** Maximum milliseconds of CPU per second for 10,000 waiting runs; proportionally less for fewer. */
const MAX_IDLE_MS_PER_10_000 = 10;
/** Maximum bytes that a turn with one call adds to the history. */
const MAX_TURN_BYTES = 4096;

/** A row of the table. */
export type Row = readonly [what: string, baseline: string, holdfast: string, ratio: string, target: string];

const formatMs = (value: number): string => `${value.toFixed(1)} ms`;
const formatVerdict = (fits: boolean, bound: string): string => `${fits ? 'ok' : 'MISSED'} ${bound}`;

/** Returns the rows of all measurements. */
export function createRows(measured: Measurements): Row[] {
  const { database, agent, firstToken, waiting, history, idle } = measured;
  const single = (what: string, pair: Pair<Times> | undefined, target = SINGLE_TARGET): Row[] => {
    if (!pair) return [];
    const ratio = pair.holdfast.p50 / pair.baseline.p50;
    return [
      [
        what,
        formatMs(pair.baseline.p50),
        formatMs(pair.holdfast.p50),
        ratio.toFixed(2),
        formatRatioVerdict(ratio, target, database),
      ],
    ];
  };
  const many = (what: string, pair: Pair<Throughput> | undefined, least: Target): Row[] => {
    if (!pair) return [];
    const ratio = pair.holdfast.runsPerSecond / pair.baseline.runsPerSecond;
    const formatRate = (value: number) => `${value.toFixed(1)}/s`;
    const target = formatRatioVerdict(ratio, least, database);
    return [
      [
        what,
        formatRate(pair.baseline.runsPerSecond),
        formatRate(pair.holdfast.runsPerSecond),
        ratio.toFixed(2),
        target,
      ],
    ];
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
  if (idle) rows.push(idleRow(idle));
  return rows;
}

function thinkingRows({ single, crowd }: ThinkingCost): Row[] {
  const rows = single.map(({ thinkMs, beside }): Row => {
    const bound = MAX_OVERHEAD_MS + MAX_OVERHEAD_SHARE * thinkMs;
    const target = formatVerdict(beside.p50 <= bound, `≤ ${bound.toFixed(0)} ms`);
    return [`(s) beside a model of ${thinkMs} ms, p50`, '', formatMs(beside.p50), '', target];
  });
  const what = `(s) ${crowd.clients} clients at once, model of ${crowd.thinkMs} ms`;
  const once = formatVerdict(crowd.begun <= crowd.clients, `${crowd.clients} calls`);
  return [...rows, [what, '', `${crowd.seconds.toFixed(1)} s, ${crowd.begun} model calls`, '', once]];
}

function knowledgeRows({ chunks, times, recalls }: KnowledgeCost, database: DatabaseKind): Row[] {
  const ratio = times.holdfast.p50 / times.baseline.p50;
  const what = `(n) search in ${chunks.toLocaleString('en')} chunks, p50`;
  return [
    [
      what,
      formatMs(times.baseline.p50),
      formatMs(times.holdfast.p50),
      ratio.toFixed(2),
      formatRatioVerdict(ratio, SEARCH_TARGET, database),
    ],
    ...recalls.map(({ scope, recall }): Row => {
      return [
        `(n) recall@10, ${scope}`,
        '',
        recall.toFixed(3),
        '',
        formatVerdict(recall >= MIN_RECALL, `≥ ${MIN_RECALL}`),
      ];
    }),
  ];
}

/** Baseline: the call alone. Holdfast: what the call adds to a run. */
function mcpRow(cost: McpCost, database: DatabaseKind): Row {
  const ratio = getMcpOverheadMs(cost) / cost.bare.p50;
  const what = '(l) what an MCP call adds to a run, p50';
  return [
    what,
    formatMs(cost.bare.p50),
    formatMs(getMcpOverheadMs(cost)),
    ratio.toFixed(2),
    formatRatioVerdict(ratio, MCP_TARGET, database),
  ];
}

function reportRows({ runs, rollUpSeconds, beside, reports }: ReportCost, database: DatabaseKind): Row[] {
  const many = runs.toLocaleString('en');
  const inTime = formatVerdict(rollUpSeconds <= MAX_ROLL_UP_SECONDS, `≤ ${MAX_ROLL_UP_SECONDS} s`);
  return [
    ...reports.map(({ what, times }): Row => {
      const ratio = times.holdfast.p50 / times.baseline.p50;
      const target = `${formatVerdict(times.holdfast.p50 <= MAX_REPORT_MS, `≤ ${MAX_REPORT_MS} ms`)}, ${formatRatioVerdict(ratio, REPORT_TARGET, database)}`;
      return [
        `(r) ${what}, ${many} runs, p50`,
        formatMs(times.baseline.p50),
        formatMs(times.holdfast.p50),
        ratio.toFixed(2),
        target,
      ];
    }),
    [`(r) rolling up ${many} runs from nothing`, '', `${rollUpSeconds.toFixed(0)} s`, '', inTime],
    [
      '(r) a task run alone and beside that, p50',
      formatMs(beside.baseline.p50),
      formatMs(beside.holdfast.p50),
      (beside.holdfast.p50 / beside.baseline.p50).toFixed(2),
      '',
    ],
  ];
}

function hookRow({ baseline, holdfast }: Pair<Times>): Row {
  const target = formatVerdict(
    holdfast.p50 - baseline.p50 <= MAX_DELIVERY_OVERHEAD_MS,
    `≤ ${MAX_DELIVERY_OVERHEAD_MS} ms above`,
  );
  return ['(o) delivery to a webhook, p50', formatMs(baseline.p50), formatMs(holdfast.p50), '', target];
}

const formatRate = (value: number) => `${value.toFixed(1)}/s`;

function evalRow({ cases, rates: { baseline, holdfast } }: EvalRate, database: DatabaseKind): Row {
  const ratio = holdfast / baseline;
  const what = `(v) an eval of ${cases} cases`;
  return [
    what,
    formatRate(baseline),
    formatRate(holdfast),
    ratio.toFixed(2),
    formatRatioVerdict(ratio, EVAL_TARGET, database),
  ];
}

function embeddingRow({ baseline, holdfast }: EmbeddingRate, database: DatabaseKind): Row {
  const ratio = holdfast / baseline;
  const what = '(m) passages of documents that become searchable';
  return [
    what,
    formatRate(baseline),
    formatRate(holdfast),
    ratio.toFixed(2),
    formatRatioVerdict(ratio, EMBEDDING_TARGET, database),
  ];
}

/** The baseline column names the payload. */
function bodyRows({ bodies, held: longest, memory, beside }: HighestCosts): Row[] {
  const which = ({ operation, what, size }: BodyCost) => `${operation}, ${what} (${(size / 2 ** 20).toFixed(1)} MiB)`;
  const inTime = formatVerdict(longest.held <= MAX_EVENT_LOOP_BLOCK_MS, `≤ ${MAX_EVENT_LOOP_BLOCK_MS} ms`);
  const memoryVerdict = formatVerdict(memory.memory <= MAX_BODY_MEMORY_MIB, `≤ ${MAX_BODY_MEMORY_MIB} MiB`);
  return [
    [`(j) worst of ${bodies} bodies: holds the loop`, which(longest), formatMs(longest.held), '', inTime],
    ['(j) worst of them: adds memory', which(memory), `${memory.memory.toFixed(0)} MiB`, '', memoryVerdict],
    ['(j) another request beside them, slowest', which(beside), formatMs(beside.beside), '', ''],
  ];
}

/** Baseline: fewer waiting runs. Holdfast: more. */
function waitingRows({ waiting, finishedPerSecond, cancelledPerSecond, beside }: Waiting): Row[] {
  const [few, most] = [waiting[0], waiting.at(-1)];
  if (!few || !most) return [];
  const rows = (['worker', 'api'] as const).map((name): Row => {
    const cell = (at: MemoryAt) => `${at.runs}: ${at[name].rss.toFixed(0)} MiB`;
    const apart = most[name].rss - few[name].rss;
    const what = `(f) memory of the ${name} with waiting runs`;
    return [
      what,
      cell(few),
      cell(most),
      `${apart.toFixed(0)} MiB`,
      formatVerdict(apart <= MAX_MEMORY_GROWTH_MIB, `≤ ${MAX_MEMORY_GROWTH_MIB} MiB apart`),
    ];
  });
  return [
    ...rows,
    ['(f) waiting runs finished once approved', '', `${finishedPerSecond.toFixed(1)}/s`, '', ''],
    ['(f) waiting runs ended by one bulk cancel', '', `${cancelledPerSecond.toFixed(1)}/s`, '', ''],
    ['(f) an agent run beside them, p50', '', formatMs(beside.p50), '', ''],
  ];
}

/** Baseline: CPU at rest without waiting runs. Holdfast: with them. */
function idleRow(idle: Idle): Row {
  const sum = (cpu: Cpu) =>
    `${MEASURED_PROCESSES.reduce((total, name) => total + (cpu[name] ?? 0), 0).toFixed(1)} ms/s`;
  const cost = idleCost(idle);
  const most = (MAX_IDLE_MS_PER_10_000 * idle.runs) / 10_000;
  const what = `(k) CPU of API, worker and Temporal while ${idle.runs} runs wait`;
  const target = formatVerdict(cost <= most, `≤ ${most.toFixed(1)} ms/s`);
  return [what, sum(idle.none), sum(idle.waiting), `${cost.toFixed(1)} ms/s`, target];
}

function historyRow({ what, maxEvents: mostEvents, costs }: TurnHistory): Row {
  const cells = costs.map(({ events, bytes }) => `${events.toFixed(1)} events, ${(bytes / 1024).toFixed(2)} KiB`);
  const fits = costs.every(({ events, bytes }) => events <= mostEvents && bytes <= MAX_TURN_BYTES);
  const target = formatVerdict(fits, `≤ ${mostEvents} events, ${MAX_TURN_BYTES / 1024} KiB`);
  const sizes = CONVERSATION_TOKENS.map((tokens) => tokens.toLocaleString('en')).join(' | ');
  return [`(g) history of a turn, ${what}; tokens ${sizes}`, cells[0] ?? '', cells[1] ?? '', '', target];
}

function formatRatioVerdict(ratio: number, target: Target, database: DatabaseKind): string {
  const bound = target[database];
  return target.atLeast ? formatVerdict(ratio >= bound, `≥ ${bound}`) : formatVerdict(ratio <= bound, `≤ ${bound}`);
}
