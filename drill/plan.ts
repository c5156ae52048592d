import type { Step } from '../test/support/model-server.ts';
import { CHANGING_TOOL_COUNT, CONNECTION_NAMES, toChangingToolName } from './connections.ts';
import { FIXED_TOOL } from './fixed-call.ts';
import { createRandom, type Random } from './random.ts';
import { pickDelayMs } from './speeds.ts';

/** Agents of the drill with their approval policies. */
export const AGENTS = {
  /** Side effects wait for one person. */
  guarded: { default: 'destructive', rules: [] },
  /** Every HTTP request waits for two people. */
  pair: { default: 'never', rules: [{ tool: 'http_request', mode: 'always', approvals_needed: 2 }] },
  /** Every HTTP request waits for one person; a rejection ends the run. */
  strict: { default: 'never', rules: [{ tool: 'http_request', mode: 'always', on_reject: 'fail' }] },
  /** Every call waits. */
  cautious: { default: 'always', rules: [] },
  /**
   * Every HTTP request, and every request to confirm an effect, waits for one person, but expires after a few seconds.
   */
  hasty: { default: 'never', rules: [{ tool: 'http_request', mode: 'always', expires_in: 'PT5S' }] },
  /** Nothing waits. */
  free: { default: 'never', rules: [] },
  /** Nothing waits, and interrupted requests are sent again under the same key. */
  repeating: { default: 'never', rules: [], idempotent: ['http_request'] },
  /** Nothing waits except the run itself: its budget is too small for its first turn. */
  thrifty: { default: 'never', rules: [] },
  /** Side effects over a connection wait for one person. */
  joined: { default: 'destructive', rules: [] },
  /** Connection tools without approvals. */
  joined_free: { default: 'never', rules: [] },
  /** Connection tools without approvals, with retries under the same key. */
  joined_repeating: {
    default: 'never',
    rules: [],
    idempotent: [`${CONNECTION_NAMES.api}__*`, `${CONNECTION_NAMES.mcp}__*`],
  },
  /** Every call waits, and its tool may change meanwhile. */
  fickle: { default: 'always', rules: [] },
  /** The project's hidden agent: one call of a fixed tool, without a model. A rejection ends the run. */
  fixed: { default: 'destructive', rules: [] },
} as const;
/** Budget of a run of the thrifty agent in credits. */
export const BUDGET_CREDITS = '0.01';
/** Cost of a turn in credits. */
export const TURN_CREDITS = '0.002';
export type AgentName = keyof typeof AGENTS;
/** Agents with tools of connections. */
export const CONNECTION_AGENTS: readonly AgentName[] = ['joined', 'joined_free', 'joined_repeating', 'fickle'];

/** Initial credits of the drill's organization. */
export const INITIAL_CREDITS = '1000000';
/** Input tokens that the model reports per response. */
export const INPUT_TOKENS = 10;

/** Name of the task that agents use as a tool. */
export const TASK_TOOL = 'Note';

/** Planned decision; `none` is no decision. */
type Verdict = 'approve' | 'reject' | 'none';

type CallKind = 'sum' | 'read' | 'effect' | 'task' | 'api' | 'mcp' | 'fickle';
/** Kinds of calls with side effects. */
export const EFFECT_KINDS: readonly CallKind[] = ['effect', 'api', 'mcp', 'fickle'];

/** A call that the model will request, and the planned decisions. */
export interface PlannedCall {
  /** Unique id of the call in the drill. The call's arguments and result contain it. */
  readonly tag: string;
  readonly kind: CallKind;
  readonly toolName: string;
  readonly arguments: Record<string, unknown>;
  /** Number of people who must approve; 0 if nobody is asked. */
  readonly approvals: 0 | 1 | 2;
  readonly verdict: Verdict;
  /** Whether it may take effect more than once under its key. */
  readonly repeatable: boolean;
  /** Arguments edited by a reviewer; undefined for none. */
  readonly edited: Record<string, unknown> | undefined;
  /** Number of the tool that changes before the decision. */
  readonly redefines: number | undefined;
}

/** Planned answers to a request for more credits. */
interface BudgetAnswer extends Pick<PlannedCall, 'approvals' | 'verdict'> {
  /** Edited amount; undefined for the proposed one. */
  readonly edited: { readonly credits: string } | undefined;
}

/** One message to an agent and its run. */
export interface PlannedRun {
  /** Unique in the drill, and the start of the message. */
  readonly tag: string;
  readonly agent: AgentName;
  /** Calls per turn. */
  readonly turns: readonly (readonly PlannedCall[])[];
  /** Text of each turn in parts; the last one is the final answer. */
  readonly texts: readonly (readonly string[])[];
  /**
   * How the run is started: respond at once, wait, stream, by a chat completion, or by a call of the agent or of a
   * fixed tool at the project's MCP server. Other runs of a session than the first wait instead of a completion or
   * call.
   */
  readonly start: 'async' | 'wait' | 'stream' | 'chat' | 'mcp' | 'tool';
  /** Whether the start is sent twice at once under one key. */
  readonly startTwice: boolean;
  /** Number of events before a cancel; undefined for none. */
  readonly cancelAfter: number | undefined;
  /** Answers to its requests for more credits. */
  readonly budget: BudgetAnswer;
  /** Source of the choices during the run. */
  readonly random: Random;
}

/** Runs of one session, in order. */
export interface PlannedSession {
  readonly runs: readonly PlannedRun[];
}

/** Frequency of each agent. */
const AGENT_MIX: readonly AgentName[] = [
  ...(['guarded', 'guarded', 'guarded', 'pair', 'pair', 'strict', 'strict', 'cautious'] as const),
  ...(['hasty', 'hasty', 'free', 'repeating', 'repeating', 'thrifty'] as const),
  ...(['joined', 'joined', 'joined_free', 'joined_free', 'joined_repeating', 'joined_repeating'] as const),
];

/** Every n-th session has one run with one call of a tool that no other run uses at that time. */
const SESSIONS_PER_CHANGING_TOOL = 12;
/** Every n-th session is one call of a fixed tool. */
const SESSIONS_PER_FIXED_CALL = 6;

/** Plans the n-th session of a drill with at most `most` runs. */
export function planSession(seed: string, n: number, most: number, toolsUrl: string): PlannedSession {
  if (n % SESSIONS_PER_CHANGING_TOOL === SESSIONS_PER_CHANGING_TOOL - 1)
    return { runs: [planChangingTool(`s${n}r0`, Math.floor(n / SESSIONS_PER_CHANGING_TOOL), seed)] };
  if (n % SESSIONS_PER_FIXED_CALL === 2) return { runs: [planFixedCall(`s${n}r0`, seed)] };
  const random = createRandom(`${seed}/session/${n}`);
  const agent = random.pick<AgentName>(AGENT_MIX);
  const length = Math.min(most, random.chance(0.25) ? random.whole(2, 3) : 1);
  const runs = Array.from({ length }, (_, index) => planRun(`s${n}r${index}`, agent, toolsUrl, seed));
  return { runs };
}

function planRun(tag: string, agent: AgentName, toolsUrl: string, seed: string): PlannedRun {
  const random = createRandom(`${seed}/run/${tag}`);
  const turns = Array.from({ length: random.whole(1, 3) }, (_, turn) =>
    Array.from({ length: random.whole(1, 4) }, (_, at) => planCall(`${tag}t${turn}c${at}`, agent, toolsUrl, random)),
  );
  return { ...planCourse(tag, turns, random), tag, agent, turns };
}

/** Plans a run whose tool may change while its call waits. */
function planChangingTool(tag: string, nth: number, seed: string): PlannedRun {
  const random = createRandom(`${seed}/run/${tag}`);
  const tool = nth % CHANGING_TOOL_COUNT;
  const call: PlannedCall = {
    tag: `${tag}t0c0`,
    kind: 'fickle',
    toolName: `${CONNECTION_NAMES.mcp}__${toChangingToolName(tool)}`,
    arguments: createArguments('fickle', `${tag}t0c0`, '', random.whole(1, 999_999), false),
    approvals: 1,
    verdict: 'approve',
    repeatable: false,
    edited: undefined,
    redefines: random.chance(0.7) ? tool : undefined,
  };
  return { ...planCourse(tag, [[call]], random), tag, agent: 'fickle', turns: [[call]] };
}

/** Plans a call of the fixed tool. Its run has two turns: the call, and its result as the output. */
function planFixedCall(tag: string, seed: string): PlannedRun {
  const random = createRandom(`${seed}/run/${tag}`);
  // The run's message is the call's arguments, so both have the same tag.
  const turns = [[planCall(tag, 'fixed', '', random)]];
  return { ...planCourse(tag, turns, random), texts: [[], []], start: 'tool', tag, agent: 'fixed', turns };
}

/** Plans how a run is started and what its model writes. */
function planCourse(
  tag: string,
  turns: PlannedRun['turns'],
  random: Random,
): Omit<PlannedRun, 'tag' | 'agent' | 'turns'> {
  const texts = [...turns, []].map((_, turn) => [
    `${tag} turn ${turn + 1}:`,
    ...Array.from({ length: random.whole(1, 5) }, (_, word) => ` word${word}`),
  ]);
  return {
    texts,
    start: random.pick(['async', 'wait', 'stream', 'chat', 'mcp'] as const),
    startTwice: random.chance(0.15),
    cancelAfter: random.chance(0.1) ? random.whole(1, 12) : undefined,
    budget: planBudget(random),
    random,
  };
}

function planBudget(random: Random): BudgetAnswer {
  const verdict = random.chance(0.15) ? 'reject' : 'approve';
  return {
    approvals: 1,
    verdict,
    edited: verdict === 'approve' && random.chance(0.3) ? { credits: '2.5' } : undefined,
  };
}

const BUILTIN_CALL_KINDS: readonly CallKind[] = ['sum', 'read', 'effect', 'effect', 'effect', 'task'];
const CONNECTION_CALL_KINDS: readonly CallKind[] = ['sum', 'api', 'api', 'mcp', 'mcp'];
const TOOL_NAMES: Readonly<Record<CallKind, string>> = {
  sum: 'calculator',
  read: 'http_request',
  effect: 'http_request',
  task: TASK_TOOL,
  api: `${CONNECTION_NAMES.api}__perform`,
  mcp: FIXED_TOOL,
  fickle: `${CONNECTION_NAMES.mcp}__${toChangingToolName(0)}`,
};

function planCall(tag: string, agent: AgentName, toolsUrl: string, random: Random): PlannedCall {
  const kinds = CONNECTION_AGENTS.includes(agent) ? CONNECTION_CALL_KINDS : BUILTIN_CALL_KINDS;
  const kind = agent === 'fixed' ? 'mcp' : random.pick<CallKind>(kinds);
  const approvals = countApprovals(agent, kind);
  const heard = approvals > 0 && random.chance(0.2) ? 'reject' : 'approve';
  const verdict = agent === 'hasty' && approvals > 0 && random.chance(0.3) ? 'none' : heard;
  const edits = approvals === 1 && verdict === 'approve' && random.chance(0.3);
  const make = (edited: boolean) => createArguments(kind, tag, toolsUrl, random.whole(1, 999_999), edited);
  return {
    tag,
    kind,
    toolName: TOOL_NAMES[kind],
    arguments: make(false),
    approvals,
    verdict,
    repeatable: agent === 'repeating' || agent === 'joined_repeating',
    edited: edits ? make(true) : undefined,
    redefines: undefined,
  };
}

/** Agents whose calls need no approval. */
const UNGUARDED_AGENTS: readonly AgentName[] = ['free', 'repeating', 'thrifty', 'joined_free', 'joined_repeating'];

function countApprovals(agent: AgentName, kind: CallKind): 0 | 1 | 2 {
  if (agent === 'cautious') return 1;
  if (UNGUARDED_AGENTS.includes(agent) || kind === 'sum' || kind === 'task') return 0;
  if (agent === 'guarded' || agent === 'joined' || agent === 'fixed') return EFFECT_KINDS.includes(kind) ? 1 : 0;
  return agent === 'pair' ? 2 : 1;
}

/** Creates arguments that no other call has. A reviewer's version of an effect omits a header and changes the body. */
function createArguments(kind: CallKind, tag: string, toolsUrl: string, amount: number, edited: boolean) {
  const version = edited ? 'edited' : 'asked';
  if (kind === 'sum')
    return { expression: `${amount}+${[...tag].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7) % 1e9}` };
  if (kind === 'task') return { text: `${tag} ${version} ${amount}` };
  if (kind === 'api') return { tag, body: { version, amount } };
  if (kind === 'mcp' || kind === 'fickle') return { tag, version, amount };
  if (kind === 'read') return { method: 'GET', url: `${toolsUrl}/read/${tag}?version=${version}` };
  return {
    method: 'POST',
    url: `${toolsUrl}/effect/${tag}`,
    ...(edited ? {} : { headers: { 'x-asked': tag } }),
    body: { tag, version, amount },
  };
}

/** Returns a text that the call's result must contain. */
export function getResultMarker(call: PlannedCall, args: Record<string, unknown>): string {
  if (call.kind !== 'sum') return call.tag;
  const [a = 0, b = 0] = String(args.expression).split('+').map(Number);
  return String(a + b);
}

/** Creates the model's script of a run. `mixed` selects the model's speed. */
export function createScript(run: PlannedRun, mixed: boolean): Step[] {
  return run.texts.map((chunks, turn) => ({
    chunks,
    usage: { prompt_tokens: INPUT_TOKENS, completion_tokens: 5 },
    pace_ms: pickDelayMs(run.agent, mixed, run.random),
    tool_calls: (run.turns[turn] ?? []).map((call) => ({
      id: call.tag,
      name: call.toolName,
      arguments: call.arguments,
    })),
  }));
}

/** Returns the approximate number of events of a run, to measure progress. */
export function estimateEventCount(run: PlannedRun): number {
  const calls = run.turns.flat();
  return 3 + 2 * run.texts.length + calls.length * 2 + calls.filter((call) => call.approvals > 0).length * 2;
}
