import type { Client } from '@temporalio/client';
import { formatVerdict, type Row } from './cells.ts';
import type { Scenarios } from './scenarios.ts';
import type { BenchAgent } from './tool-agents.ts';

/** Turns with a tool call in a measured run. The result is their mean. */
const MEASURED_TURNS = 3;
/** Estimated characters per token. */
const CHARACTERS_PER_TOKEN = 4;
/** Sizes of the conversations in tokens. */
const CONVERSATION_TOKENS = [1000, 200_000] as const;

/** History growth per turn. */
interface TurnCost {
  readonly events: number;
  readonly bytes: number;
}

/** History growth of one kind of turn for each of {@link CONVERSATION_TOKENS}. */
export interface TurnHistory {
  readonly what: string;
  /** Maximum number of events. */
  readonly maxEvents: number;
  readonly costs: readonly TurnCost[];
}

const KINDS = [
  { what: 'computing tool', mostEvents: 12, agent: 'computing' },
  { what: 'HTTP tool', mostEvents: 12, agent: 'sending' },
  { what: 'task as a tool', mostEvents: 15, agent: 'delegating' },
  { what: 'approval', mostEvents: 18, agent: 'asking' },
] as const;

/** Row (g): history growth of a turn with one call. Subtracts a run without calls from a run with several turns. */
export async function measureHistory(temporal: Client, scenarios: Scenarios): Promise<TurnHistory[]> {
  const agents = await scenarios.toolAgents();
  const histories: TurnHistory[] = [];
  for (const { what, mostEvents, agent } of KINDS) {
    const costs: TurnCost[] = [];
    for (const tokens of CONVERSATION_TOKENS) costs.push(await measureTurnCost(temporal, agents[agent], tokens));
    histories.push({ what, maxEvents: mostEvents, costs });
  }
  return histories;
}

async function measureTurnCost(temporal: Client, agent: BenchAgent, tokens: number): Promise<TurnCost> {
  const session = await agent.talk(tokens * CHARACTERS_PER_TOKEN);
  const plain = await readHistorySize(temporal, await agent.run(session, 0));
  const calling = await readHistorySize(temporal, await agent.run(session, MEASURED_TURNS));
  return {
    events: (calling.events - plain.events) / MEASURED_TURNS,
    bytes: (calling.bytes - plain.bytes) / MEASURED_TURNS,
  };
}

/** Returns the size of a closed history, as Temporal reports it. */
async function readHistorySize(temporal: Client, runId: string): Promise<TurnCost> {
  const handle = temporal.workflow.getHandle(runId);
  await handle.result();
  const { historyLength, historySize } = await handle.describe();
  if (historySize === undefined) throw new Error('Temporal does not say how large a history is');
  return { events: historyLength, bytes: historySize };
}

/** Maximum bytes that a turn with one call adds to the history. */
const MAX_TURN_BYTES = 4096;

export function historyRow({ what, maxEvents: mostEvents, costs }: TurnHistory): Row {
  const cells = costs.map(({ events, bytes }) => `${events.toFixed(1)} events, ${(bytes / 1024).toFixed(2)} KiB`);
  const fits = costs.every(({ events, bytes }) => events <= mostEvents && bytes <= MAX_TURN_BYTES);
  const target = formatVerdict(fits, `≤ ${mostEvents} events, ${MAX_TURN_BYTES / 1024} KiB`);
  const sizes = CONVERSATION_TOKENS.map((tokens) => tokens.toLocaleString('en')).join(' | ');
  return [`(g) history of a turn, ${what}; tokens ${sizes}`, cells[0] ?? '', cells[1] ?? '', '', target];
}
