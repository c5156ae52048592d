import type { Step } from '../test/support/model-server.ts';
import { CHANGING_TOOL_COUNT, CONNECTION_NAMES, toChangingToolName } from './connections.ts';
import { createRandom, type Random } from './random.ts';
import { pickDelayMs } from './speeds.ts';

/** The agents of a drill; they differ in their approval policy. */
export const AGENTS = {
  /** Side effects wait for one person. */
  guarded: { default: 'destructive', rules: [] },
  /** Every HTTP request waits for two people. */
  pair: { default: 'never', rules: [{ tool: 'http_request', mode: 'always', approvals_needed: 2 }] },
  /** Every HTTP request waits for one person; a rejection ends the run. */
  strict: { default: 'never', rules: [{ tool: 'http_request', mode: 'always', on_reject: 'fail' }] },
  /** Every call waits. */
  cautious: { default: 'always', rules: [] },
  /** Every HTTP request waits for one person, for a few seconds only; so do questions whether one happened. */
  hasty: { default: 'never', rules: [{ tool: 'http_request', mode: 'always', expires_in: 'PT5S' }] },
  /** Nothing waits. */
  free: { default: 'never', rules: [] },
  /** Nothing waits, and what broke off is sent again under the same key. */
  repeating: { default: 'never', rules: [], idempotent: ['http_request'] },
  /** Nothing waits but the run itself: its budget is too small for its first turn already. */
  thrifty: { default: 'never', rules: [] },
  /** What changes something over a connection waits for one person. */
  joined: { default: 'destructive', rules: [] },
  /** The same, and nothing waits. */
  joined_free: { default: 'never', rules: [] },
  /** The same, and what broke off is sent again under the same key. */
  joined_repeating: {
    default: 'never',
    rules: [],
    idempotent: [`${CONNECTION_NAMES.api}__*`, `${CONNECTION_NAMES.mcp}__*`],
  },
  /** Every call waits, and its tool may become another while it does. */
  fickle: { default: 'always', rules: [] },
} as const;
/** Credits that a run of the thrifty agent may spend before somebody allows it more. */
export const BUDGET_CREDITS = '0.01';
/** Credits that one turn costs. */
export const TURN_CREDITS = '0.002';
export type AgentName = keyof typeof AGENTS;
/** Agents whose tools are those of connections. */
export const CONNECTION_AGENTS: readonly AgentName[] = ['joined', 'joined_free', 'joined_repeating', 'fickle'];

/** Credits that the drill's organization begins with. */
export const INITIAL_CREDITS = '1000000';
/** Tokens that the model says it read for each answer. */
export const INPUT_TOKENS = 10;

/** Name of the task that agents use as a tool. */
export const TASK_TOOL = 'Note';

/** What people are going to say; `none` is nothing at all. */
export type Verdict = 'approve' | 'reject' | 'none';

export type CallKind = 'sum' | 'read' | 'effect' | 'task' | 'api' | 'mcp' | 'fickle';
/** Calls that change something outside. */
export const EFFECT_KINDS: readonly CallKind[] = ['effect', 'api', 'mcp', 'fickle'];

/** A call that the model will ask for, and what people will say about it. */
export interface PlannedCall {
  /** Unique in the drill; it is the id the model gives the call and shows in its arguments and its result. */
  readonly tag: string;
  readonly kind: CallKind;
  readonly toolName: string;
  readonly arguments: Record<string, unknown>;
  /** People who must approve it; 0 where nobody is asked. */
  readonly approvals: 0 | 1 | 2;
  readonly verdict: Verdict;
  /** Whether it may take effect more than once under its key. */
  readonly repeatable: boolean;
  /** What a reviewer puts in place of the arguments; undefined leaves them. */
  readonly edited: Record<string, unknown> | undefined;
  /** Number of the tool where that is to become another before somebody decides. */
  readonly redefines: number | undefined;
}

/** What people say when a run asks for more credits. */
export interface BudgetAnswer extends Pick<PlannedCall, 'approvals' | 'verdict'> {
  /** Another amount than the one asked for; undefined leaves it. */
  readonly edited: { readonly credits: string } | undefined;
}

/** One message to an agent and all that follows from it. */
export interface PlannedRun {
  /** Unique in the drill; the message begins with it. */
  readonly tag: string;
  readonly agent: AgentName;
  /** Calls of each turn. */
  readonly turns: readonly (readonly PlannedCall[])[];
  /** What the model says in each turn, in pieces; the last one is the answer. */
  readonly texts: readonly (readonly string[])[];
  /** How the run is asked for: answered at once, answered at rest, or streamed. */
  readonly start: 'async' | 'wait' | 'stream';
  /** Whether the start is sent twice at once under one key. */
  readonly startTwice: boolean;
  /** Events after which somebody cancels the run; undefined for never. */
  readonly cancelAfter: number | undefined;
  /** What is said to its requests for more credits. */
  readonly budget: BudgetAnswer;
  /** Choices made while it is driven. */
  readonly random: Random;
}

/** Runs of one session, one after the other. */
export interface PlannedSession {
  readonly runs: readonly PlannedRun[];
}

/** How often each agent is talked to. */
const AGENT_MIX: readonly AgentName[] = [
  ...(['guarded', 'guarded', 'guarded', 'pair', 'pair', 'strict', 'strict', 'cautious'] as const),
  ...(['hasty', 'hasty', 'free', 'repeating', 'repeating', 'thrifty'] as const),
  ...(['joined', 'joined', 'joined_free', 'joined_free', 'joined_repeating', 'joined_repeating'] as const),
];

/** Every so manieth session has one run of one call, whose tool nobody else has at that time. */
const SESSIONS_PER_CHANGING_TOOL = 12;

/** The plan of the n-th session of a drill, for at most `most` runs. */
export function planSession(seed: string, n: number, most: number, toolsUrl: string): PlannedSession {
  if (n % SESSIONS_PER_CHANGING_TOOL === SESSIONS_PER_CHANGING_TOOL - 1)
    return { runs: [planChangingTool(`s${n}r0`, Math.floor(n / SESSIONS_PER_CHANGING_TOOL), seed)] };
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

/** A call whose tool may become another while somebody is asked about it. */
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

/** How a run is asked for and what is said in it. */
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
    start: random.pick(['async', 'wait', 'stream'] as const),
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
  mcp: `${CONNECTION_NAMES.mcp}__perform`,
  fickle: `${CONNECTION_NAMES.mcp}__${toChangingToolName(0)}`,
};

function planCall(tag: string, agent: AgentName, toolsUrl: string, random: Random): PlannedCall {
  const kind = random.pick<CallKind>(CONNECTION_AGENTS.includes(agent) ? CONNECTION_CALL_KINDS : BUILTIN_CALL_KINDS);
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

/** Agents whose calls wait for nobody. */
const UNGUARDED_AGENTS: readonly AgentName[] = ['free', 'repeating', 'thrifty', 'joined_free', 'joined_repeating'];

function countApprovals(agent: AgentName, kind: CallKind): 0 | 1 | 2 {
  if (agent === 'cautious') return 1;
  if (UNGUARDED_AGENTS.includes(agent) || kind === 'sum' || kind === 'task') return 0;
  if (agent === 'guarded' || agent === 'joined') return EFFECT_KINDS.includes(kind) ? 1 : 0;
  return agent === 'pair' ? 2 : 1;
}

/** Arguments that no other call of the drill has. A reviewer's version of an effect leaves a header out and changes the body. */
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

/** What a call's result must show: it tells results apart. */
export function getResultMarker(call: PlannedCall, args: Record<string, unknown>): string {
  if (call.kind !== 'sum') return call.tag;
  const [a = 0, b = 0] = String(args.expression).split('+').map(Number);
  return String(a + b);
}

/** The script by which the model does its part of a run; `mixed` says whether models differ in speed. */
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

/** About how many events a run will have, to tell how far the drill is. */
export function estimateEventCount(run: PlannedRun): number {
  const calls = run.turns.flat();
  return 3 + 2 * run.texts.length + calls.length * 2 + calls.filter((call) => call.approvals > 0).length * 2;
}
