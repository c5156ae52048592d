import { buildPrompt, getPromptBudget } from '../../../src/agents/prompt/index.ts';
import { withSystemCommands } from '../../../src/agents/prompt/instruction.ts';
import { toPayer } from '../../../src/agents/runs/payer.ts';
import type { SkillsContext } from '../../../src/agents/tools/kind.ts';
import type { PastTurn } from '../../../src/agents/turns/messages.ts';
import { findPendingAnswer, storePendingAnswer } from '../../../src/agents/turns/pending-answer.ts';
import { getRunUsage, type StartedTurn } from '../../../src/agents/turns/turns.ts';
import { findUsableFallback } from '../../../src/models/exclusions.ts';
import { ModelCallError, type ModelResponse, type ModelSettings } from '../../../src/platform/models/gateway.ts';
import { getResponseLength } from '../../../src/platform/models/response-length.ts';
import { getFallbackSettings, toModelSettings } from '../../../src/platform/models/settings.ts';
import { MODEL_ATTEMPTS } from '../../../src/runs/contract.ts';
import type { Hit } from '../../../src/tasks/guardrails/hits.ts';
import { calculateCost, callWithPayment, type PaidCall, settleCall } from '../../../src/usage/model-calls.ts';
import type { CallCost } from '../../../src/usage/reservations.ts';
import type { ActivityContext } from '../../context.ts';
import { addOutages, canRetry } from '../../model-failure.ts';
import { getConfiguredModel, toStorableValue } from '../../model-settings.ts';
import type { TurnInProgress } from '../calls/outcome.ts';
import { getCreditsLeft } from './credits.ts';
import type { GuardedOutput } from './guarded-output.ts';
import { withCurrentUsage } from './guarding.ts';
import type { GuardedAnswer } from './store.ts';
import { buildTaskRequest, getToolChoice } from './task-request.ts';

interface ModelOffer {
  readonly tools: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
  }[];
  readonly skillsContext: SkillsContext;
  readonly onDelta: (text: string) => void;
  /** Called when the text so far is invalid. */
  readonly onRestart: () => Promise<void>;
}

/** A model response, and the run at that time. */
interface TurnResponse {
  readonly answer: ModelResponse;
  readonly modelId: string;
  readonly cost: CallCost;
  /** Its payment. Undefined once it is charged. */
  readonly call: PaidCall | undefined;
  /** Guardrail hits of a response that was scanned before. */
  readonly hits: readonly Hit[];
  readonly run: StartedTurn;
}

/** Finds the response of an earlier attempt, which waits for its judge. */
export function findAnswer({ run, turn }: TurnInProgress): TurnResponse | undefined {
  const pending = findPendingAnswer(run, turn);
  return pending && { ...pending, call: undefined, run };
}

/**
 * Applies the output guardrails to a response. It is charged either way. A response that a model must judge is stored
 * first.
 */
export async function applyOutputGuardrails(
  ctx: ActivityContext,
  begun: TurnInProgress,
  response: TurnResponse,
  output: GuardedOutput,
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  const { turn } = begun;
  const { modelId, cost, run } = response;
  let { call } = response;
  try {
    const scanned = call ? await output.scan(response.answer, signal) : response;
    const { answer, hits } = scanned;
    const storable = toStorableValue(answer) as ModelResponse;
    const pending = { turn, notes: run.next_messages.length, answer: storable, modelId, cost, hits };
    const isStored = call && output.awaitsJudge && (await storePendingAnswer(ctx.db, run, pending));
    if (isStored) call = undefined;
    const allHits = await output.judge(scanned, signal);
    const guarded = await withCurrentUsage(ctx, { ...begun, run }, output.items);
    return { ...guarded, answer, modelId, cost, call, hits: allHits };
  } catch (error) {
    if (call) await settleCall(ctx, call, response.answer);
    throw error;
  }
}

/** Calls the agent's model, and the fallback model if the first one cannot respond. */
export async function callModel(
  ctx: ActivityContext,
  begun: TurnInProgress,
  turns: readonly PastTurn[],
  signal: AbortSignal,
  offer: ModelOffer,
): Promise<TurnResponse> {
  const { run, revision } = begun;
  const conversation = { turns, runId: run.id, message: run.message, notes: run.next_messages };
  const tools = offer.tools.length === 0 ? undefined : offer.tools;
  const ownRequest = async (id: string | null, given: ModelSettings) => {
    const model = await getConfiguredModel(ctx, id);
    const { settings, maxOutputTokens: guardedTurns } = await getResponseLength(model, given);
    const promptBudget = getPromptBudget({ model, tools, settings: { max_tokens: guardedTurns } });
    const prompt = buildPrompt(
      { revision: withSystemCommands(revision, run.project_config), conversation, skillsContext: offer.skillsContext },
      promptBudget,
    );
    return { model, settings, ...prompt };
  };
  const askModel = async (id: string | null, given: ModelSettings) => {
    const isFallback = id !== null && id !== revision.llm_model_id;
    const baseRequest =
      run.task_run_id === null
        ? await ownRequest(id, given)
        : await buildTaskRequest(ctx, begun, conversation, { taskRunId: run.task_run_id, isFallback, signal });
    const modelRequest = { ...baseRequest, tools, toolChoice: getToolChoice(begun) };
    const left = await getCreditsLeft(ctx, run, revision);
    const payer = { ...toPayer(run), exclusions: run.exclusions, left };
    const { onDelta, onRestart } = offer;
    const { response: answer, call } = await callWithPayment(ctx, payer, modelRequest, (paid) =>
      ctx.gateway.stream(paid, { signal, onDelta, onRestart }),
    );
    return { answer, modelId: call.model.id, cost: calculateCost(call, answer), call, hits: [] };
  };
  try {
    return { ...(await askModel(revision.llm_model_id, toModelSettings(revision.llm_config))), run };
  } catch (error) {
    const fallback = findUsableFallback(ctx.models, run.exclusions, revision);
    const mayFallBack = error instanceof ModelCallError && error.reason !== 'aborted' && fallback !== null;
    const attempt = begun.failures + 1;
    const now = mayFallBack && (!canRetry(error, attempt) || error.isDeclined || attempt >= MODEL_ATTEMPTS / 2);
    if (!now) throw error;
    await offer.onRestart();
    const response = await askModel(fallback, getFallbackSettings(null, revision.llm_config)).catch(
      (later: unknown) => {
        throw addOutages(later, error);
      },
    );
    // The first model may have charged for its response.
    return { ...response, run: { ...run, ...(await getRunUsage(ctx.db, run.id)) } };
  }
}
