import { Context } from '@temporalio/activity';
import { Decimal } from 'decimal.js';
import { askForBudget, spentBy } from '../../src/agents/budget.ts';
import { failRun } from '../../src/agents/calls.ts';
import type { TurnOutcome } from '../../src/agents/contract.ts';
import { appendAttemptEvents, appendEvents } from '../../src/agents/events.ts';
import { messagesOf, notesFor, type PastTurn, pastTurns } from '../../src/agents/messages.ts';
import { type AgentRevisionRow, findAgentRevision } from '../../src/agents/queries.ts';
import { holdRun, noteAgentRunRetry } from '../../src/agents/state.ts';
import { type BegunTurn, beginTurn, storedOutcome } from '../../src/agents/turns.ts';
import type { ModelEntry } from '../../src/platform/models/catalogue.ts';
import { type ModelAnswer, ModelCallError } from '../../src/platform/models/gateway.ts';
import { settingsOf } from '../../src/platform/models/settings.ts';
import { MODEL_ATTEMPTS } from '../../src/tasks/contract.ts';
import { CreditShortage, payable } from '../budget.ts';
import type { ActivityContext } from '../context.ts';
import { pauseBeforeRetry, retryLater, runErrorOf } from '../model-failure.ts';
import { stoppable, stopWasRequested } from '../stoppable.ts';
import { configuredModel } from '../tasks/answer.ts';
import { DeltaWriter, SupersededError } from './deltas.ts';
import { finishFormatted, storeFixedTurn, storeModelTurn } from './store.ts';
import { loadTools } from './toolbox.ts';

const FINISHED: TurnOutcome = { state: 'finished', calls: [] };
const HELD: TurnOutcome = { state: 'held', calls: [] };
/** Messages a model is given where the memory's configuration does not say. */
const MEMORY_MESSAGES = 200;

/** Messages a model is given of the conversation. */
function memoryOf(revision: AgentRevisionRow): number {
  return Number(revision.memory_config.max_events ?? MEMORY_MESSAGES);
}

/** One turn of a run: one model call, stored with everything it asks for. */
export function takeTurn(ctx: ActivityContext, runId: string, turn: number): Promise<TurnOutcome> {
  return stoppable(ctx, 'agent_run', runId, async (signal) => {
    const run = await beginTurn(ctx.db, runId, turn);
    if (!run) return storedOutcome(ctx.db, runId, turn);
    const revision = await findAgentRevision(ctx.db, run.agent_revision_id);
    if (!revision) throw new Error(`agent revision ${run.agent_revision_id} is missing`);
    if (run.restarted) {
      await appendEvents(ctx.db, run.id, [{ kind: 'turn_restarted', turn, payload: { turn, attempt: run.attempt } }]);
    }
    const most = run.mode === 'sequential' ? revision.task_tools.length + 1 : memoryOf(revision);
    const turns = run.has_past ? await pastTurns(ctx.db, run.session_id, run.id, most) : [];
    const formatter = turns.at(-1)?.calls.find((call) => call.tool_type === 'formatter');
    if (formatter && turns.at(-1)?.run_id === run.id) return finishFormatted(ctx, { run, turn, revision }, formatter);
    if (run.mode === 'sequential') return storeFixedTurn(ctx, { run, turn, revision }, turns);
    if (turn > revision.max_turns) {
      const message = `the agent did not come to an end within its ${revision.max_turns} turns`;
      await failRun(ctx.db, run.id, { reason: 'MAX_TURNS_REACHED', message });
      return FINISHED;
    }
    return modelTurn(ctx, { run, turn, revision }, turns, signal);
  });
}

/** A turn that has begun. */
export interface TurnInProgress {
  readonly run: BegunTurn;
  readonly turn: number;
  readonly revision: AgentRevisionRow;
}

async function modelTurn(
  ctx: ActivityContext,
  begun: TurnInProgress,
  turns: readonly PastTurn[],
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { run, turn, revision } = begun;
  const abort = new AbortController();
  const deltas = new DeltaWriter(ctx.db, run, turn, (reason) => abort.abort(reason));
  try {
    const tools = await loadTools(ctx.db, run.project_id, revision);
    const said = await ask(ctx, begun, turns, AbortSignal.any([signal, abort.signal]), {
      tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
      onDelta: (text) => deltas.add(text),
      onRestart: () => deltas.restart(),
    });
    const rest = await deltas.finish();
    const stored = await storeModelTurn(ctx, begun, said, rest, tools);
    // Fenced off: what a newer attempt stored, or how the run ended, is what counts.
    return stored ?? (await storedOutcome(ctx.db, run.id, turn));
  } catch (error) {
    const rest = await deltas.finish();
    if (stopWasRequested(signal)) {
      await appendAttemptEvents(ctx.db, run, rest);
      return { state: 'cancelled', calls: [] };
    }
    if (abort.signal.reason instanceof SupersededError) throw abort.signal.reason;
    if (error instanceof CreditShortage) return waitForCredits(ctx, begun, error);
    if (!(error instanceof ModelCallError) || error.reason === 'aborted') throw error;
    return giveUpOrRetry(ctx, begun, error);
  }
}

interface Offer {
  readonly tools: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
  }[];
  readonly onDelta: (text: string) => void;
  /** Called before another model begins the answer anew. */
  readonly onRestart: () => Promise<void>;
}

/** Asks the agent's model, and the fallback model where the first one can't answer this. */
async function ask(
  ctx: ActivityContext,
  { run, revision }: TurnInProgress,
  turns: readonly PastTurn[],
  signal: AbortSignal,
  offer: Offer,
): Promise<{ answer: ModelAnswer; model: ModelEntry }> {
  const request = {
    system: revision.instruction,
    messages: messagesOf({ turns, runId: run.id, message: run.message, notes: notesFor(run) }, memoryOf(revision)),
    tools: offer.tools.length === 0 ? undefined : offer.tools,
    settings: settingsOf(revision.llm_config),
  };
  const payer = { runId: run.id, orgId: run.org_id, left: await creditsLeft(ctx, run, revision) };
  const askModel = async (id: string | null) => {
    const model = configuredModel(ctx, id);
    const paid = await payable(ctx, payer, { ...request, model });
    return { model, answer: await ctx.gateway.stream(paid, { signal, onDelta: offer.onDelta }) };
  };
  try {
    return await askModel(revision.llm_model_id);
  } catch (error) {
    const mayFallBack =
      error instanceof ModelCallError && error.reason !== 'aborted' && revision.fallback_llm_model_id !== null;
    const now = mayFallBack && (!error.retryable || Context.current().info.attempt >= MODEL_ATTEMPTS / 2);
    if (!now) throw error;
    await offer.onRestart();
    return askModel(revision.fallback_llm_model_id);
  }
}

/** Credits that a run may spend in all, where its revision sets a bound. */
function limitOf(run: BegunTurn, revision: AgentRevisionRow): Decimal {
  return new Decimal(revision.max_credits ?? 0).plus(run.credit_allowance);
}

/** Credits that a run may still spend; null where its revision sets no bound. */
async function creditsLeft(ctx: ActivityContext, run: BegunTurn, revision: AgentRevisionRow): Promise<Decimal | null> {
  if (revision.max_credits === null) return null;
  return limitOf(run, revision).minus(await spentBy(ctx.db, run));
}

/** A call that can't be paid waits for a person: who allows the run more, or who fills the organization's account. */
async function waitForCredits(
  ctx: ActivityContext,
  { run, turn, revision }: TurnInProgress,
  { of, needed }: CreditShortage,
): Promise<TurnOutcome> {
  if (of === 'organization') {
    const message = `the organization has not the ${needed} credits left that the next model call needs`;
    await holdRun(ctx.db, run.id, { reason: 'INSUFFICIENT_CREDITS', message });
    return HELD;
  }
  const limit = limitOf(run, revision).toFixed();
  const spent = await spentBy(ctx.db, run);
  if (await askForBudget(ctx.db, run, turn, { limit, spent, needed })) return HELD;
  const message = `the run has spent ${spent} of the ${limit} credits it may, and a person refused it more`;
  await failRun(ctx.db, run.id, { reason: 'BUDGET_EXCEEDED', message });
  return FINISHED;
}

/** Reasons that a person can mend: the run is held for them instead of failing. */
const MENDABLE = ['unauthorized', 'not_configured', 'rate_limited', 'unavailable', 'silent'];

async function giveUpOrRetry(
  ctx: ActivityContext,
  { run }: TurnInProgress,
  error: ModelCallError,
): Promise<TurnOutcome> {
  const { attempt } = Context.current().info;
  if (error.retryable && attempt < MODEL_ATTEMPTS) {
    const pauseMs = pauseBeforeRetry(error, attempt);
    await noteAgentRunRetry(ctx.db, run.id, `retry ${attempt}: ${error.message}`, pauseMs);
    throw retryLater(error, pauseMs);
  }
  if (MENDABLE.includes(error.reason)) {
    await holdRun(ctx.db, run.id, runErrorOf(error));
    return HELD;
  }
  await failRun(ctx.db, run.id, runErrorOf(error));
  return FINISHED;
}
