import { AuthorizationMissing, holdRunForReconnect } from '../../../src/agents/calls/parking.ts';
import type { TurnInput, TurnOutcome } from '../../../src/agents/contract.ts';
import { agentFailures } from '../../../src/agents/failures.ts';
import { getMessageLimit } from '../../../src/agents/prompt/memory.ts';
import { findAgentRevision } from '../../../src/agents/queries.ts';
import { appendAttemptEvents, appendEvents } from '../../../src/agents/runs/events.ts';
import { failRun } from '../../../src/agents/runs/fail.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { cacheTopLevelRun } from '../../../src/agents/runs/waiting.ts';
import { countSteps } from '../../../src/agents/tools/index.ts';
import { FORMATTER } from '../../../src/agents/tools/kind.ts';
import { loadSkillsContext, loadTools } from '../../../src/agents/tools/load.ts';
import { listOfferedTools } from '../../../src/agents/tools/offer.ts';
import { listPastTurns, type PastTurn } from '../../../src/agents/turns/messages.ts';
import { beginTurn, findStoredOutcome, getRunUsage, type StartedTurn } from '../../../src/agents/turns/turns.ts';
import { runAtDepth } from '../../../src/platform/call-depth.ts';
import { ModelCallError } from '../../../src/platform/models/gateway.ts';
import type { Declined } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { GuardrailBlocked } from '../../../src/tasks/guardrails/hits.ts';
import { settleCall } from '../../../src/usage/model-calls.ts';
import { releaseCredits } from '../../../src/usage/reservations.ts';
import { CreditShortage } from '../../../src/usage/shortage.ts';
import type { ActivityContext } from '../../context.ts';
import { DECLINED } from '../../runs/inline-steps.ts';
import { isStopRequested, runStoppable } from '../../runs/stoppable.ts';
import { FINISHED, PAUSED, type TurnInProgress } from '../calls/outcome.ts';
import { runWithTaskStop } from '../calls/with-task.ts';
import { assertStepPaid, waitForCredits } from './budget.ts';
import { DeltaWriter, SupersededError } from './deltas.ts';
import { guardOutput } from './guarded-output.ts';
import { guardEnd, guardTurn, handleTurnErrors } from './guarding.ts';
import { retryOrFail } from './model-failed.ts';
import { applyOutputGuardrails, callModel, findAnswer } from './model-response.ts';
import { assertRequirementsMet } from './requirements.ts';
import { getNextRequestedStep, getNextStep } from './sequence.ts';
import { finishFormatted, storeFixedTurn, storeModelTurn } from './store.ts';

/** Executes one turn of a run: one model call, stored with its tool calls. */
export function takeTurn(ctx: ActivityContext, { runId, turn, failures }: TurnInput): Promise<TurnOutcome | Declined> {
  return runStoppable(ctx, agentRunKind, runId, async (signal) => {
    const models = ctx.inlineSteps.inlineModels();
    const begun = await beginTurn(ctx.db, runId, turn, models);
    if (!begun) return (await findStoredOutcome(ctx.db, runId, turn)) ?? (models ? DECLINED : throwSuperseded());
    if (begun.tool_call_id === null && begun.task_run_id === null) cacheTopLevelRun(runId);
    return runWithTaskStop(ctx, begun, signal, (either) =>
      runAtDepth(begun, () =>
        holdUnlessAuthorized(ctx, begun, () => executeTurn(ctx, begun, { turn, failures }, either)),
      ),
    );
  });
}

function throwSuperseded(): never {
  throw new SupersededError('another attempt at the turn has begun');
}

async function executeTurn(
  ctx: ActivityContext,
  begun: StartedTurn,
  { turn, failures }: Pick<TurnInput, 'turn' | 'failures'>,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const revision = await findAgentRevision(ctx.db, begun.agent_revision_id);
  if (!revision) throw new Error(`agent revision ${begun.agent_revision_id} is missing`);
  const run = begun.unsettled ? await withReleasedCredits(ctx, begun) : begun;
  if (run.restarted) {
    await appendEvents(ctx.db, run.id, [{ kind: 'turn_restarted', turn, payload: { turn, attempt: run.attempt } }]);
  }
  const most = run.mode === 'agentic' ? getMessageLimit(revision) : countSteps(revision) + 2;
  const turns = run.has_past ? await listPastTurns(ctx.db, run.session_id, run.id, most) : [];
  const formatter = turns.at(-1)?.calls.find((call) => call.tool_type === FORMATTER);
  const guarded = { run, turn, revision, failures };
  if (formatter && turns.at(-1)?.run_id === run.id)
    return handleTurnErrors(ctx, guarded, () => finishFormatted(ctx, guarded, formatter, signal));
  return handleTurnErrors(ctx, guarded, async () => {
    const { begun, turns: guardedTurns } = await guardTurn(ctx, guarded, turns, signal);
    return takeNextTurn(ctx, begun, guardedTurns, signal);
  });
}

async function takeNextTurn(
  ctx: ActivityContext,
  begun: TurnInProgress,
  turns: readonly PastTurn[],
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { run, turn, revision } = begun;
  if (run.mode !== 'agentic') return takeFixedTurn(ctx, begun, turns, signal);
  if (turn > revision.max_turns) {
    const message = agentFailures.max_turns_reached({ limit: revision.max_turns });
    await failRun(ctx.db, run.id, toRunError('MAX_TURNS_REACHED', message));
    return FINISHED;
  }
  return takeModelTurn(ctx, begun, turns, signal);
}

/** Holds the run if a requirement of its turn is not authorized. */
async function holdUnlessAuthorized<T>(
  ctx: ActivityContext,
  run: StartedTurn,
  turn: () => Promise<T>,
): Promise<T | TurnOutcome> {
  try {
    return await turn();
  } catch (error) {
    if (!(error instanceof AuthorizationMissing)) throw error;
    if (await holdRunForReconnect(ctx.db, run, error)) return PAUSED;
    throw new Error('the missing connection was authorized meanwhile; the turn starts again');
  }
}

/** Settles the credits that an earlier attempt reserved before its process ended. */
async function withReleasedCredits(ctx: ActivityContext, run: StartedTurn): Promise<StartedTurn> {
  await releaseCredits(ctx.db, 'agent_runs', run.id);
  return { ...run, ...(await getRunUsage(ctx.db, run.id)) };
}

/** Executes the next step of an agent without a model, or ends it. */
async function takeFixedTurn(
  ctx: ActivityContext,
  begun: TurnInProgress,
  turns: readonly PastTurn[],
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { run, revision } = begun;
  const ownTurns = turns.filter((turn) => turn.run_id === run.id);
  const tools = await loadTools(ctx.db, run, revision);
  const step =
    run.mode === 'call'
      ? getNextRequestedStep(run.message, ownTurns, tools)
      : getNextStep(run.message, ownTurns, tools, countSteps(revision));
  try {
    if (step.kind === 'call') await assertStepPaid(ctx, begun, step.tool, step.input);
  } catch (error) {
    if (error instanceof CreditShortage) return waitForCredits(ctx, begun, error);
    throw error;
  }
  if (step.kind === 'call' || step.output === null) return storeFixedTurn(ctx, begun, step, []);
  const end = await guardEnd(ctx, begun, step.output, signal);
  return storeFixedTurn(ctx, end.begun, { ...step, output: end.value }, end.hits);
}

async function takeModelTurn(
  ctx: ActivityContext,
  begun: TurnInProgress,
  turns: readonly PastTurn[],
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { run, turn, revision } = begun;
  const abort = new AbortController();
  const deltas = new DeltaWriter(ctx.db, run, turn, (reason) => abort.abort(reason));
  const sink = { add: (text: string) => deltas.add(text), restart: () => deltas.restart() };
  const output = guardOutput(ctx, begun, sink, (reason) => abort.abort(reason));
  try {
    const skillsContext = await loadSkillsContext(ctx.db, run, revision);
    if (skillsContext.listed.length > 0) await assertRequirementsMet(ctx.db, run);
    const tools = await loadTools(ctx.db, run, revision);
    const { toolBudget, toolBudgetTokens } = ctx.config;
    const budget = { tools: toolBudget, tokens: toolBudgetTokens };
    const offered = await listOfferedTools(ctx.db, run.session_id, tools, budget);
    const offer = {
      tools: offered.map(({ name, description, parameters }) => ({ name, description, parameters })),
      skillsContext,
      onDelta: output.add,
      onRestart: output.restart,
    };
    const response =
      findAnswer(begun) ?? (await callModel(ctx, begun, turns, AbortSignal.any([signal, abort.signal]), offer));
    const guarded = await applyOutputGuardrails(ctx, begun, response, output, signal);
    const rest = await deltas.finish();
    const stored = await storeModelTurn(ctx, guarded, rest, tools);
    if (stored) return stored;
    // The attempt was superseded: the stored turn or the end of the run counts. The response is charged anyway.
    if (guarded.call) await settleCall(ctx, guarded.call, guarded.answer);
    return (await findStoredOutcome(ctx.db, run.id, turn)) ?? throwSuperseded();
  } catch (error) {
    const rest = await deltas.finish();
    if (isStopRequested(signal)) {
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
    return retryOrFail(ctx, begun, error);
  }
}
