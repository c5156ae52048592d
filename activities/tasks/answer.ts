import type { ModelMessage, UserContent } from 'ai';
import { Decimal } from 'decimal.js';
import type { ModelEntry } from '../../src/platform/models/catalogue.ts';
import { creditsFor, ModelCallError, type ModelRequest } from '../../src/platform/models/gateway.ts';
import { settingsOf } from '../../src/platform/models/settings.ts';
import type { RunError } from '../../src/tasks/contract.ts';
import { outputSchema, parseAnswer } from '../../src/tasks/output-format.ts';
import { fillPrompt } from '../../src/tasks/prompt.ts';
import type { TaskRevisionRow } from '../../src/tasks/queries.ts';
import type { beginTaskRun } from '../../src/tasks/runs.ts';
import { payable } from '../budget.ts';
import type { ActivityContext } from '../context.ts';
import { storable } from '../model-settings.ts';

/** How often an answer that does not fit its format is sent back to the model. */
const MOST_MISFITS = 2;

/** What the model made of a task. */
export interface TaskAnswer {
  readonly response: unknown;
  readonly error: RunError | null;
  /** Answers that did not fit the output format. */
  readonly misfits: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Exact decimal. */
  readonly credits: string;
  /** Milliseconds the model took, all tries together. */
  readonly ms: number;
}

type BegunRun = NonNullable<Awaited<ReturnType<typeof beginTaskRun>>>;

/** Asks the model, again with the error where its answer does not fit. Throws ModelCallError when it can't be asked. */
export async function answerTask(
  ctx: ActivityContext,
  run: BegunRun,
  revision: TaskRevisionRow,
  useFallback: boolean,
  signal: AbortSignal,
): Promise<TaskAnswer> {
  const request = await requestOf(ctx, run, revision, useFallback);
  const messages = [...request.messages];
  const sum = { inputTokens: 0, outputTokens: 0, credits: new Decimal(0), ms: 0 };
  for (let misfits = 0; ; misfits++) {
    const payer = { runId: run.id, orgId: run.org_id, left: null, unsettled: sum.credits };
    const answer = await ctx.gateway.generate(await payable(ctx, payer, { ...request, messages }), { signal });
    sum.inputTokens += answer.inputTokens;
    sum.outputTokens += answer.outputTokens;
    sum.credits = sum.credits.plus(creditsFor(request.model, answer));
    sum.ms += answer.totalMs;
    const totals = { ...sum, credits: sum.credits.toFixed(), misfits };
    if (revision.output_modality !== 'json' || revision.output_format === null) {
      return { ...totals, response: storable(answer.text), error: null };
    }
    const parsed = parseAnswer(revision.output_format, answer.text);
    if (parsed.ok) return { ...totals, response: parsed.value, error: null };
    const problems = parsed.problems.slice(0, 20).join('; ');
    if (misfits >= MOST_MISFITS) {
      const error = {
        reason: 'OUTPUT_FORMAT_MISMATCH',
        message: `the model's answer does not fit the output format: ${problems}`,
      };
      return { ...totals, response: null, error };
    }
    messages.push(answer.message, {
      role: 'user',
      content: `That answer does not fit: ${problems}. Answer again with JSON that fits, and nothing else.`,
    });
  }
}

async function requestOf(
  ctx: ActivityContext,
  run: BegunRun,
  revision: TaskRevisionRow,
  useFallback: boolean,
): Promise<ModelRequest> {
  const modelId = useFallback ? revision.fallback_llm_model_id : revision.llm_model_id;
  const config = useFallback ? (revision.fallback_llm_config ?? revision.llm_config) : revision.llm_config;
  const input = run.input;
  const system = fillPrompt(revision.system_prompt, input);
  const schema = revision.output_format === null ? undefined : outputSchema(revision.output_format);
  return {
    model: configuredModel(ctx, modelId),
    system: system === '' ? undefined : system,
    messages: [await userMessage(ctx, run, fillPrompt(revision.user_prompt, input))],
    settings: settingsOf(config),
    output: schema === undefined ? undefined : { name: 'answer', schema },
  };
}

/** The model behind an id that was checked when it was saved. Throws when the configuration lost it since. */
export function configuredModel(ctx: ActivityContext, id: string | null): ModelEntry {
  const model = id === null ? undefined : ctx.models.find(id);
  if (!model)
    throw new ModelCallError(
      'not_configured',
      'the model is no longer configured; choose another or restore it in the models file',
    );
  return model;
}

async function userMessage(ctx: ActivityContext, run: BegunRun, text: string): Promise<ModelMessage> {
  if (!run.has_files) return { role: 'user', content: text };
  const files = await ctx.db
    .selectFrom('files')
    .select(['name', 'media_type', 'content'])
    .where('owner_id', '=', run.id)
    .orderBy('id')
    .execute();
  const parts: UserContent = files.map((file) => ({
    type: 'file',
    data: file.content,
    mediaType: file.media_type,
    filename: file.name,
  }));
  return { role: 'user', content: [{ type: 'text', text }, ...parts] };
}
