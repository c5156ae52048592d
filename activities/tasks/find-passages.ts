import type { SearchRequest } from '../../src/knowledge/retrieval/contract.ts';
import { type Expansion, searchWidely } from '../../src/knowledge/retrieval/expand.ts';
import type { ModelSettings } from '../../src/platform/models/gateway.ts';
import { fallbackSettings, settingsOf as modelSettings } from '../../src/platform/models/settings.ts';
import { fillPrompt, valueText } from '../../src/platform/prompt.ts';
import { type LookedUp, processedInput } from '../../src/tasks/prepared.ts';
import { blockOf } from '../../src/tasks/rag/context.ts';
import { settingsOf } from '../../src/tasks/rag/settings.ts';
import { spenderOf } from '../../src/tasks/spender.ts';
import { callWithPayment, payAndSettle, settleCall } from '../../src/usage/model-calls.ts';
import type { ActivityContext } from '../context.ts';
import { configuredModel, storable } from '../model-settings.ts';
import type { Attempt } from './beginning.ts';
import { isFinal } from './failing.ts';
import { guardPassages } from './guarding.ts';

/** Characters of a text that it is looked up by. */
const LONGEST_QUERY = 4000;
/** Characters of a query that a model writes. */
const LONGEST_REWRITTEN = 1000;

const REWRITE =
  'You write the query for a search in documents. You are given the text that somebody wants an answer to. ' +
  'Answer with one short query in its language that names what has to be found, and nothing else.';

/** Looks up what a run's revision wants looked up for it. */
export async function findPassages(ctx: ActivityContext, attempt: Attempt, signal: AbortSignal) {
  const { run, revision } = attempt;
  const { rag } = revision;
  if (rag === null) throw new Error(`task revision ${revision.id} looks nothing up`);
  const settings = settingsOf(rag, run.project_config.knn);
  const values = processedInput(run.input, run.prepared);
  const param = rag.rag_param ?? null;
  const asked = param === null ? fillPrompt(revision.user_prompt, values) : valueText(param, values);
  const rewritten = settings.rewrites ? await rewrite(ctx, attempt, asked, signal) : undefined;
  const query = (rewritten ?? asked).slice(0, LONGEST_QUERY).toWellFormed();
  const request: SearchRequest = {
    projectId: run.project_id,
    payer: { ...spenderOf(run), exclusions: run.exclusions },
    scope: { collectionIds: [rag.collection_id] },
    query,
    limit: settings.passages,
    candidates: settings.candidates,
  };
  // What is blank fits nothing.
  const expansion = await expansionOf(ctx, attempt, signal);
  const found = query.trim() === '' ? [] : await searchWidely(ctx, request, expansion, { signal });
  const { passages, hits } = await guardPassages(ctx, attempt, found, signal);
  const { text, sources } = blockOf(passages, settings.room, settings.instruction);
  const made: LookedUp = {
    param,
    ...(rewritten !== undefined && { query: rewritten }),
    text: storable(text),
    ...(settings.showsSources && { sources }),
  };
  return { made, hits };
}

/** Who writes other words for a run's query, where its project wants that: the project's model, else the run's. */
async function expansionOf(
  ctx: ActivityContext,
  { run, revision, useFallback }: Attempt,
  signal: AbortSignal,
): Promise<Expansion | undefined> {
  const { query_expansion: expands, llm } = run.project_config;
  if (!expands) return undefined;
  const own = useFallback ? revision.fallback_llm_model_id : revision.llm_model_id;
  const payer = { ...spenderOf(run), exclusions: run.exclusions, left: null };
  return {
    model: await configuredModel(ctx, llm ?? own),
    ask: (request) => payAndSettle(ctx, payer, request, (paid) => ctx.gateway.generate(paid, { signal })),
  };
}

/** The query that the run's model writes for a text; undefined where it writes none. */
async function rewrite(
  ctx: ActivityContext,
  { run, revision, number, useFallback, mayFallBack }: Attempt,
  asked: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { llm_model_id: first, fallback_llm_model_id: fallback, llm_config, fallback_llm_config } = revision;
  const ask = async (modelId: string | null, settings: ModelSettings) => {
    const request = {
      model: await configuredModel(ctx, modelId),
      system: REWRITE,
      messages: [{ role: 'user' as const, content: asked }],
      settings,
    };
    const payer = { ...spenderOf(run), exclusions: run.exclusions, left: null };
    const { answer, call } = await callWithPayment(ctx, payer, request, (paid) =>
      ctx.gateway.generate(paid, { signal }),
    );
    await settleCall(ctx, call, answer);
    return storable(answer.text).trim().slice(0, LONGEST_REWRITTEN).toWellFormed() || undefined;
  };
  const askFallback = () => ask(fallback, fallbackSettings(fallback_llm_config, llm_config));
  if (useFallback) return askFallback();
  try {
    return await ask(first, modelSettings(llm_config));
  } catch (error) {
    if (!mayFallBack || !isFinal(error, number)) throw error;
    return askFallback();
  }
}
