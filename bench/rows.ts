import type { DatabaseKind } from '../src/platform/local/launch.ts';
import type { BodyCost, WorstCosts } from './bodies.ts';
import { consoleRows } from './console.ts';
import type { EmbeddingRate } from './embedding.ts';
import type { EvalRate } from './evals.ts';
import { CONVERSATIONS, type TurnHistory } from './history.ts';
import { COUNTED, type Idle, idleCost } from './idle.ts';
import type { KnowledgeCost } from './knowledge.ts';
import { addedBy, type McpCost } from './mcp.ts';
import type { Cpu, Pair, Throughput, Times } from './measure.ts';
import { processorRows } from './processors.ts';
import type { Measured } from './report.ts';
import type { ReportCost } from './reports.ts';
import type { ThinkingCost } from './thinking.ts';
import type { MemoryAt, Waiting } from './waiting.ts';

/** What must be reached: a ratio to the floor, or milliseconds. */
interface Target {
  readonly native: number;
  readonly pglite: number;
  readonly atLeast?: boolean;
}
const SINGLE: Target = { native: 0.75, pglite: 0.9 };
const LOCAL: Target = { native: 1.15, pglite: 1.3 };
/** Milliseconds that a run may take beside its model, and the share of what that thinks on top. */
const BESIDE_MS = 60;
const BESIDE_SHARE = 0.005;
const MANY_TASKS: Target = { native: 1.3, pglite: 0.7, atLeast: true };
const MANY_AGENTS: Target = { native: 1.4, pglite: 0.7, atLeast: true };
const DECIDED: Target = { native: 0.8, pglite: 0.9 };
const MANY_DECIDED: Target = { native: 1.2, pglite: 0.7, atLeast: true };
const FIRST_TOKEN_MS = 60;
const EVAL: Target = { native: 0.8, pglite: 0.8, atLeast: true };
const EMBEDDING: Target = { native: 0.85, pglite: 0.85, atLeast: true };
const MCP: Target = { native: 1.3, pglite: 1.3 };
const LEDGER: Target = { native: 1.1, pglite: 1.1 };
const SEARCH: Target = { native: 1.5, pglite: 1.5 };
/** Least share of the nearest passages that a search finds. */
const RECALL = 0.97;
/** Milliseconds that a delivery's answer may take above a bare insert. */
const DELIVERY_MS = 15;
/** Milliseconds that a report may take, and seconds that 1,000,000 runs may take to be rolled up. */
const REPORT_MS = 50;
const ROLL_UP_SECONDS = 300;
const REPORT: Target = { native: 2, pglite: 2 };
/** MiB that the processes may differ by between few and many waiting runs. */
const APART_MIB = 40;
/** Milliseconds for which one body may hold the event loop, and MiB it may add. */
const HELD_MS = 100;
const BODY_MIB = 100;
/** Milliseconds of CPU per second that 10,000 runs may cost while they wait; fewer in proportion. */
const IDLE_MS_PER_10_000 = 20;
/** Bytes that a turn with one call may add to its run's history. */
const TURN_BYTES = 4096;

/** A line of the table. */
export type Row = readonly [what: string, floor: string, us: string, ratio: string, target: string];

const inMs = (value: number): string => `${value.toFixed(1)} ms`;
const held = (fits: boolean, bound: string): string => `${fits ? 'ok' : 'MISSED'} ${bound}`;

/** The lines of everything that was measured. */
export function rowsOf(measured: Measured): Row[] {
  const { database, agent, firstToken, waiting, history, idle } = measured;
  const single = (what: string, pair: Pair<Times> | undefined, target = SINGLE): Row[] => {
    if (!pair) return [];
    const ratio = pair.us.p50 / pair.floor.p50;
    return [[what, inMs(pair.floor.p50), inMs(pair.us.p50), ratio.toFixed(2), verdict(ratio, target, database)]];
  };
  const many = (what: string, pair: Pair<Throughput> | undefined, least: Target): Row[] => {
    if (!pair) return [];
    const ratio = pair.us.runsPerSecond / pair.floor.runsPerSecond;
    const perSecond = (value: number) => `${value.toFixed(1)}/s`;
    const target = verdict(ratio, least, database);
    return [[what, perSecond(pair.floor.runsPerSecond), perSecond(pair.us.runsPerSecond), ratio.toFixed(2), target]];
  };
  const rows = [
    ...single('(a) task run, p50', measured.task),
    ...single('(b) agent run with a tool call, p50', agent),
    ...single('(q) task run, local floor, p50', measured.localTask, LOCAL),
    ...single('(q) agent run, local floor, p50', measured.localAgent, LOCAL),
    ...(measured.thinking ? thinkingRows(measured.thinking) : []),
    ...many('(c) task runs, many clients', measured.taskThroughput, MANY_TASKS),
    ...many('(c) agent runs, many clients', measured.agentThroughput, MANY_AGENTS),
    ...single('(d) decision to final answer, p50', measured.decisions?.times, DECIDED),
    ...many('(d) decisions, many clients', measured.decisions?.many, MANY_DECIDED),
  ];
  if (firstToken) {
    const target = held(firstToken.p50 <= FIRST_TOKEN_MS, `≤ ${FIRST_TOKEN_MS} ms`);
    rows.push(['(e) first token minus the model, p50', '', inMs(firstToken.p50), '', target]);
  }
  if (waiting) rows.push(...waitingRows(waiting));
  if (history) rows.push(...history.map(historyRow));
  rows.push(...single('(h) reading and writing tool: the ledger, p50', measured.ledger, LEDGER));
  for (const { what, times } of measured.lists ?? []) {
    const ratio = (times.us.p50 / times.floor.p50).toFixed(2);
    rows.push([`(i) page of 100 from 100,000 ${what}, p50`, inMs(times.floor.p50), inMs(times.us.p50), ratio, '']);
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
    const bound = BESIDE_MS + BESIDE_SHARE * thinkMs;
    const target = held(beside.p50 <= bound, `≤ ${bound.toFixed(0)} ms`);
    return [`(s) beside a model of ${thinkMs} ms, p50`, '', inMs(beside.p50), '', target];
  });
  const what = `(s) ${crowd.clients} clients at once, model of ${crowd.thinkMs} ms`;
  const once = held(crowd.begun <= crowd.clients, `${crowd.clients} calls`);
  return [...rows, [what, '', `${crowd.seconds.toFixed(1)} s, ${crowd.begun} model calls`, '', once]];
}

function knowledgeRows({ chunks, times, recalls }: KnowledgeCost, database: DatabaseKind): Row[] {
  const ratio = times.us.p50 / times.floor.p50;
  const what = `(n) search in ${chunks.toLocaleString('en')} chunks, p50`;
  return [
    [what, inMs(times.floor.p50), inMs(times.us.p50), ratio.toFixed(2), verdict(ratio, SEARCH, database)],
    ...recalls.map(({ scope, recall }): Row => {
      return [`(n) recall@10, ${scope}`, '', recall.toFixed(3), '', held(recall >= RECALL, `≥ ${RECALL}`)];
    }),
  ];
}

/** The bare call stands in the floor's column, what the call adds to a run in ours. */
function mcpRow(cost: McpCost, database: DatabaseKind): Row {
  const ratio = addedBy(cost) / cost.bare.p50;
  const what = '(l) what an MCP call adds to a run, p50';
  return [what, inMs(cost.bare.p50), inMs(addedBy(cost)), ratio.toFixed(2), verdict(ratio, MCP, database)];
}

function reportRows({ runs, rollUpSeconds, beside, reports }: ReportCost, database: DatabaseKind): Row[] {
  const many = runs.toLocaleString('en');
  const inTime = held(rollUpSeconds <= ROLL_UP_SECONDS, `≤ ${ROLL_UP_SECONDS} s`);
  return [
    ...reports.map(({ what, times }): Row => {
      const ratio = times.us.p50 / times.floor.p50;
      const target = `${held(times.us.p50 <= REPORT_MS, `≤ ${REPORT_MS} ms`)}, ${verdict(ratio, REPORT, database)}`;
      return [`(r) ${what}, ${many} runs, p50`, inMs(times.floor.p50), inMs(times.us.p50), ratio.toFixed(2), target];
    }),
    [`(r) rolling up ${many} runs from nothing`, '', `${rollUpSeconds.toFixed(0)} s`, '', inTime],
    [
      '(r) a task run alone and beside that, p50',
      inMs(beside.floor.p50),
      inMs(beside.us.p50),
      (beside.us.p50 / beside.floor.p50).toFixed(2),
      '',
    ],
  ];
}

function hookRow({ floor, us }: Pair<Times>): Row {
  const target = held(us.p50 - floor.p50 <= DELIVERY_MS, `≤ ${DELIVERY_MS} ms above`);
  return ['(o) delivery to a webhook, p50', inMs(floor.p50), inMs(us.p50), '', target];
}

const perSecond = (value: number) => `${value.toFixed(1)}/s`;

function evalRow({ cases, rates: { floor, us } }: EvalRate, database: DatabaseKind): Row {
  const ratio = us / floor;
  const what = `(v) an eval of ${cases} cases`;
  return [what, perSecond(floor), perSecond(us), ratio.toFixed(2), verdict(ratio, EVAL, database)];
}

function embeddingRow({ floor, us }: EmbeddingRate, database: DatabaseKind): Row {
  const ratio = us / floor;
  const what = '(m) passages of documents that become searchable';
  return [what, perSecond(floor), perSecond(us), ratio.toFixed(2), verdict(ratio, EMBEDDING, database)];
}

/** Which body it was stands in the floor's column. */
function bodyRows({ bodies, held: longest, memory, beside }: WorstCosts): Row[] {
  const which = ({ operation, what, size }: BodyCost) => `${operation}, ${what} (${(size / 2 ** 20).toFixed(1)} MiB)`;
  const inTime = held(longest.held <= HELD_MS, `≤ ${HELD_MS} ms`);
  const inRoom = held(memory.memory <= BODY_MIB, `≤ ${BODY_MIB} MiB`);
  return [
    [`(j) worst of ${bodies} bodies: holds the loop`, which(longest), inMs(longest.held), '', inTime],
    ['(j) worst of them: adds memory', which(memory), `${memory.memory.toFixed(0)} MiB`, '', inRoom],
    ['(j) another request beside them, slowest', which(beside), inMs(beside.beside), '', ''],
  ];
}

/** Fewer waiting runs stand in the floor's column, more in ours. */
function waitingRows({ waiting, finishedPerSecond, beside }: Waiting): Row[] {
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
      held(apart <= APART_MIB, `≤ ${APART_MIB} MiB apart`),
    ];
  });
  return [
    ...rows,
    ['(f) waiting runs finished once approved', '', `${finishedPerSecond.toFixed(1)}/s`, '', ''],
    ['(f) an agent run beside them, p50', '', inMs(beside.p50), '', ''],
  ];
}

/** CPU at rest without waiting runs stands in the floor's column, with them in ours. */
function idleRow(idle: Idle): Row {
  const sum = (cpu: Cpu) => `${COUNTED.reduce((total, name) => total + (cpu[name] ?? 0), 0).toFixed(1)} ms/s`;
  const cost = idleCost(idle);
  const most = (IDLE_MS_PER_10_000 * idle.runs) / 10_000;
  const what = `(k) CPU of API, worker and Temporal while ${idle.runs} runs wait`;
  const target = held(cost <= most, `≤ ${most.toFixed(1)} ms/s`);
  return [what, sum(idle.none), sum(idle.waiting), `${cost.toFixed(1)} ms/s`, target];
}

function historyRow({ what, mostEvents, costs }: TurnHistory): Row {
  const cells = costs.map(({ events, bytes }) => `${events.toFixed(1)} events, ${(bytes / 1024).toFixed(2)} KiB`);
  const fits = costs.every(({ events, bytes }) => events <= mostEvents && bytes <= TURN_BYTES);
  const target = held(fits, `≤ ${mostEvents} events, ${TURN_BYTES / 1024} KiB`);
  const sizes = CONVERSATIONS.map((tokens) => tokens.toLocaleString('en')).join(' | ');
  return [`(g) history of a turn, ${what}; tokens ${sizes}`, cells[0] ?? '', cells[1] ?? '', '', target];
}

function verdict(ratio: number, target: Target, database: DatabaseKind): string {
  const bound = target[database];
  return target.atLeast ? held(ratio >= bound, `≥ ${bound}`) : held(ratio <= bound, `≤ ${bound}`);
}
