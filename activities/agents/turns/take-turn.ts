import { holdForReconnect, TurnMustWait } from '../../../src/agents/calls/parking.ts';
import type { TurnInput, TurnOutcome } from '../../../src/agents/contract.ts';
import { promptOf, roomFor } from '../../../src/agents/prompt/index.ts';
import { commanded } from '../../../src/agents/prompt/instruction.ts';
import { memoryOf } from '../../../src/agents/prompt/memory.ts';
import { findAgentRevision } from '../../../src/agents/queries.ts';
import { appendAttemptEvents, appendEvents } from '../../../src/agents/runs/events.ts';
import { failRun } from '../../../src/agents/runs/fail.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { spenderOf } from '../../../src/agents/runs/spender.ts';
import { noteOwn } from '../../../src/agents/runs/waiting.ts';
import { knowHowOf, loadTools, stepsOf } from '../../../src/agents/tools/index.ts';
import { FORMATTER, type KnowHow } from '../../../src/agents/tools/kind.ts';
import { offeredTools } from '../../../src/agents/tools/offer.ts';
import { notesFor, type PastTurn, pastTurns } from '../../../src/agents/turns/messages.ts';
import { type BegunTurn, beginTurn, storedOutcome, usageOf } from '../../../src/agents/turns/turns.ts';
import { usableFallback } from '../../../src/models/exclusions.ts';
import { answerLength } from '../../../src/platform/models/answer-length.ts';
import { type ModelAnswer, ModelCallError, type ModelSettings } from '../../../src/platform/models/gateway.ts';
import { fallbackSettings, settingsOf } from '../../../src/platform/models/settings.ts';
import { type Declined, MODEL_ATTEMPTS } from '../../../src/runs/contract.ts';
import { GuardrailBlocked } from '../../../src/tasks/guardrails/hits.ts';
import { callWithPayment, type PaidCall, settleCall } from '../../../src/usage/model-calls.ts';
import { releaseCredits } from '../../../src/usage/reservations.ts';
import { CreditShortage } from '../../../src/usage/shortage.ts';
import type { ActivityContext } from '../../context.ts';
import { mayAskAgain, withOutagesOf } from '../../model-failure.ts';
import { configuredModel } from '../../model-settings.ts';
import { DECLINED } from '../../runs/inline-steps.ts';
import { stoppable, stopWasRequested } from '../../runs/stoppable.ts';
import { FINISHED, PAUSED, type TurnInProgress } from '../calls/outcome.ts';
import { alsoStoppable } from '../calls/with-task.ts';
import { checkStep, waitForCredits } from './budget.ts';
import { creditsLeft } from './credits.ts';
import { DeltaWriter, SupersededError } from './deltas.ts';
import { type GuardedWords, guardWords } from './guarded-words.ts';
import { blockable, guardEnd, guardTurn, paidFor } from './guarding.ts';
import { giveUpOrRetry } from './model-failed.ts';
import { checkNeeds } from './needs.ts';
import { choiceIn, requestOfTask } from './of-task.ts';
import { nextStep } from './sequence.ts';
import { finishFormatted, type GuardedAnswer, storeFixedTurn, storeModelTurn } from './store.ts';

/** One turn of a run: one model call, stored with everything it asks for. */
export function takeTurn(ctx: ActivityContext, { runId, turn, failures }: TurnInput): Promise<TurnOutcome | Declined> {
  return stoppable(ctx, agentRunKind, runId, async (signal) => {
    const models = ctx.inlineSteps.inlineModels();
    const begun = await beginTurn(ctx.db, runId, turn, models);
    if (!begun) return (await storedOutcome(ctx.db, runId, turn)) ?? (models ? DECLINED : superseded());
    if (begun.tool_call_id === null && begun.task_run_id === null) noteOwn(runId);
    return alsoStoppable(ctx, begun, signal, (either) =>
      holding(ctx, begun, () => begunTurn(ctx, begun, { turn, failures }, either)),
    );
  });
}

function superseded(): never {
  throw new SupersededError('another attempt at the turn has begun');
}

async function begunTurn(
  ctx: ActivityContext,
  begun: BegunTurn,
  { turn, failures }: Pick<TurnInput, 'turn' | 'failures'>,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const revision = await findAgentRevision(ctx.db, begun.agent_revision_id);
  if (!revision) throw new Error(`agent revision ${begun.agent_revision_id} is missing`);
  const run = begun.unsettled ? await charged(ctx, begun) : begun;
  if (run.restarted) {
    await appendEvents(ctx.db, run.id, [{ kind: 'turn_restarted', turn, payload: { turn, attempt: run.attempt } }]);
  }
  const most = run.mode === 'sequential' ? stepsOf(revision) + 1 : memoryOf(revision);
  const turns = run.has_past ? await pastTurns(ctx.db, run.session_id, run.id, most) : [];
  const formatter = turns.at(-1)?.calls.find((call) => call.tool_type === FORMATTER);
  const guarded = { run, turn, revision, failures };
  if (formatter && turns.at(-1)?.run_id === run.id)
    return blockable(ctx, guarded, () => finishFormatted(ctx, guarded, formatter, signal));
  return blockable(ctx, guarded, async () => {
    const { begun, turns: told } = await guardTurn(ctx, guarded, turns, signal);
    return nextTurn(ctx, begun, told, signal);
  });
}

async function nextTurn(
  ctx: ActivityContext,
  begun: TurnInProgress,
  turns: readonly PastTurn[],
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { run, turn, revision } = begun;
  if (run.mode === 'sequential') return fixedTurn(ctx, begun, turns, signal);
  if (turn > revision.max_turns) {
    const message = `the agent did not come to an end within its ${revision.max_turns} turns`;
    await failRun(ctx.db, run.id, { reason: 'MAX_TURNS_REACHED', message });
    return FINISHED;
  }
  return modelTurn(ctx, begun, turns, signal);
}

/** Holds the run where its turn says that something it needs is not authorised. */
async function holding<T>(ctx: ActivityContext, run: BegunTurn, turn: () => Promise<T>): Promise<T | TurnOutcome> {
  try {
    return await turn();
  } catch (error) {
    if (!(error instanceof TurnMustWait)) throw error;
    if (await holdForReconnect(ctx.db, run, error)) return PAUSED;
    throw new Error('what the turn needs was authorised meanwhile; it begins anew');
  }
}

/** A run once it has paid for what an earlier attempt left set aside when its process ended. */
async function charged(ctx: ActivityContext, run: BegunTurn): Promise<BegunTurn> {
  await releaseCredits(ctx.db, 'agent_runs', run.id);
  return { ...run, ...(await usageOf(ctx.db, run.id)) };
}

/** The next step of a sequential agent, or its end. */
async function fixedTurn(
  ctx: ActivityContext,
  begun: TurnInProgress,
  turns: readonly PastTurn[],
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { run, revision } = begun;
  const mine = turns.filter((turn) => turn.run_id === run.id);
  const tools = await loadTools(ctx.db, run, revision);
  const step = nextStep(run.message, mine, tools, stepsOf(revision));
  try {
    if (step.kind === 'call') await checkStep(ctx, begun, step.tool, step.input);
  } catch (error) {
    if (error instanceof CreditShortage) return waitForCredits(ctx, begun, error);
    throw error;
  }
  if (step.kind === 'call' || step.output === null) return storeFixedTurn(ctx, begun, step, []);
  const end = await guardEnd(ctx, begun, step.output, signal);
  return storeFixedTurn(ctx, end.begun, { ...step, output: end.value }, end.hits);
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
  const spoken = { add: (text: string) => deltas.add(text), restart: () => deltas.restart() };
  const words = guardWords(ctx, begun, spoken, (reason) => abort.abort(reason));
  try {
    const knowHow = await knowHowOf(ctx.db, run, revision);
    if (knowHow.listed.length > 0) await checkNeeds(ctx.db, run);
    const tools = await loadTools(ctx.db, run, revision);
    const { toolBudget, toolBudgetTokens } = ctx.config;
    const budget = { tools: toolBudget, tokens: toolBudgetTokens };
    const offered = await offeredTools(ctx.db, run.session_id, tools, budget);
    const said = await ask(ctx, begun, turns, AbortSignal.any([signal, abort.signal]), {
      tools: offered.map(({ name, description, parameters }) => ({ name, description, parameters })),
      knowHow,
      onDelta: words.add,
      onRestart: words.restart,
    });
    const passed = await letOut(ctx, begun, said, words, signal);
    const rest = await deltas.finish();
    const stored = await storeModelTurn(ctx, passed, rest, tools);
    if (stored) return stored;
    // Fenced off: what a newer attempt stored, or how the run ended, is what counts. The answer is paid all the same.
    await settleCall(ctx, said.call, said.answer);
    return (await storedOutcome(ctx.db, run.id, turn)) ?? superseded();
  } catch (error) {
    const rest = await deltas.finish();
    if (stopWasRequested(signal)) {
      await appendAttemptEvents(ctx.db, run, rest);
      return { state: 'cancelled' };
    }
    if (abort.signal.reason instanceof SupersededError) throw abort.signal.reason;
    if (error instanceof GuardrailBlocked || abort.signal.reason instanceof GuardrailBlocked) {
      await appendAttemptEvents(ctx.db, run, rest);
      throw error instanceof GuardrailBlocked ? error : abort.signal.reason;
    }
    if (error instanceof CreditShortage) return waitForCredits(ctx, begun, error);
    if (!(error instanceof ModelCallError) || error.reason === 'aborted') throw error;
    return giveUpOrRetry(ctx, begun, error);
  }
}

/** A model's answer as guardrails let it out. The model is paid whether they do or not. */
async function letOut(
  ctx: ActivityContext,
  begun: TurnInProgress,
  said: Said,
  words: GuardedWords,
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  try {
    const { answer, hits } = await words.finish(said.answer, signal);
    return { ...(await paidFor(ctx, { ...begun, run: said.run }, words.items)), answer, call: said.call, hits };
  } catch (error) {
    await settleCall(ctx, said.call, said.answer);
    throw error;
  }
}

interface Offer {
  readonly tools: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
  }[];
  readonly knowHow: KnowHow;
  readonly onDelta: (text: string) => void;
  /** Called where what was said so far is void. */
  readonly onRestart: () => Promise<void>;
}

/** What a model answered, and the run as it stood by then. */
interface Said {
  readonly answer: ModelAnswer;
  readonly call: PaidCall;
  readonly run: BegunTurn;
}

/** Asks the agent's model, and the fallback model where the first one can't answer this. */
async function ask(
  ctx: ActivityContext,
  begun: TurnInProgress,
  turns: readonly PastTurn[],
  signal: AbortSignal,
  offer: Offer,
): Promise<Said> {
  const { run, revision } = begun;
  const conversation = { turns, runId: run.id, message: run.message, notes: notesFor(run) };
  const tools = offer.tools.length === 0 ? undefined : offer.tools;
  const ownRequest = async (id: string | null, given: ModelSettings) => {
    const model = await configuredModel(ctx, id);
    const { settings, told } = await answerLength(model, given);
    const room = roomFor({ model, tools, settings: { max_tokens: told } });
    const prompt = promptOf(
      { revision: commanded(revision, run.project_config), conversation, knowHow: offer.knowHow },
      room,
    );
    return { model, settings, ...prompt };
  };
  const askModel = async (id: string | null, given: ModelSettings) => {
    const isFallback = id !== null && id !== revision.llm_model_id;
    const asked =
      run.task_run_id === null
        ? await ownRequest(id, given)
        : await requestOfTask(ctx, begun, conversation, { taskRunId: run.task_run_id, isFallback, signal });
    const wanted = { ...asked, tools, toolChoice: choiceIn(begun) };
    const left = await creditsLeft(ctx, run, revision);
    const payer = { ...spenderOf(run), exclusions: run.exclusions, left };
    const { onDelta, onRestart } = offer;
    return callWithPayment(ctx, payer, wanted, (paid) => ctx.gateway.stream(paid, { signal, onDelta, onRestart }));
  };
  try {
    return { ...(await askModel(revision.llm_model_id, settingsOf(revision.llm_config))), run };
  } catch (error) {
    const fallback = usableFallback(ctx.models, run.exclusions, revision);
    const mayFallBack = error instanceof ModelCallError && error.reason !== 'aborted' && fallback !== null;
    const attempt = begun.failures + 1;
    const now = mayFallBack && (!mayAskAgain(error, attempt) || error.isDeclined || attempt >= MODEL_ATTEMPTS / 2);
    if (!now) throw error;
    await offer.onRestart();
    const said = await askModel(fallback, fallbackSettings(null, revision.llm_config)).catch((later: unknown) => {
      throw withOutagesOf(later, error);
    });
    // The first model may have been paid for what it said.
    return { ...said, run: { ...run, ...(await usageOf(ctx.db, run.id)) } };
  }
}
