import type { AssistantModelMessage, ModelMessage } from '@ai-sdk/provider-utils';
import type { NewFile } from '../../src/files/queries.ts';
import { createCutOffError, type Finish } from '../../src/platform/models/finish.ts';
import type { ModelRequest, ModelResponse, ModelSource, ModelWarning } from '../../src/platform/models/gateway.ts';
import { getFallbackSettings, toModelSettings } from '../../src/platform/models/settings.ts';
import { mergeSources } from '../../src/platform/models/sources.ts';
import { NO_TOKENS } from '../../src/platform/models/usage.ts';
import { mergeWarnings } from '../../src/platform/models/warnings.ts';
import { fillPrompt } from '../../src/platform/prompt.ts';
import type { RunError } from '../../src/runs/contract.ts';
import { toRunError } from '../../src/runs/errors.ts';
import { CSV_INSTRUCTION, parseCsv } from '../../src/tasks/csv-answer.ts';
import { taskFailures } from '../../src/tasks/failures.ts';
import type { Hit } from '../../src/tasks/guardrails/hits.ts';
import { MARKDOWN_INSTRUCTION } from '../../src/tasks/markdown-answer.ts';
import { parseAnswer } from '../../src/tasks/output-answer.ts';
import { toOutputSchema } from '../../src/tasks/output-schema.ts';
import { toPayer } from '../../src/tasks/payer.ts';
import { applyPreparation, renderUserPrompt } from '../../src/tasks/prepared.ts';
import { listProcessedFiles } from '../../src/tasks/processors/index.ts';
import type { TaskRevisionRow } from '../../src/tasks/queries.ts';
import { calculateCost, callWithPayment, settleCall } from '../../src/usage/model-calls.ts';
import type { CallCost } from '../../src/usage/reservations.ts';
import type { ActivityContext } from '../context.ts';
import { getConfiguredModel, toStorableText } from '../model-settings.ts';
import type { TextSink } from '../runs/text-buffer.ts';
import type { Attempt } from './attempt.ts';
import { toUserMessage } from './files.ts';
import { createFileMask } from './guardrails.ts';

/** Maximum number of retries after a response that does not match the format. */
const MAX_FORMAT_RETRIES = 2;

/** Instructions per output modality, added to the prompt. */
const INSTRUCTIONS: Readonly<Record<string, string>> = { csv: CSV_INSTRUCTION, pdf: MARKDOWN_INSTRUCTION };

/** Result of the model for a task. */
export interface TaskResult {
  readonly response: unknown;
  readonly error: RunError | null;
  /** Number of earlier responses that did not match the output format. */
  readonly formatRetries: number;
  /** Cost of this response. Earlier responses are already charged. */
  readonly cost: CallCost;
  /** Warnings of its calls. */
  readonly warnings: readonly ModelWarning[];
  /** Finish reason of the response. Undefined if unknown. */
  readonly finish?: Finish;
  /** Sources of the response. */
  readonly sources?: readonly ModelSource[];
  /** Files that the model generated. */
  readonly files?: readonly NewFile[];
  /** Total milliseconds of model calls. */
  readonly ms: number;
}

/** The response of a model after its tool calls. The model is called again only if it does not match the format. */
export interface PriorResponse {
  readonly text: string;
  readonly message: AssistantModelMessage;
  readonly warnings: readonly ModelWarning[];
  readonly sources: readonly ModelSource[];
  /** Finish reason. */
  readonly finish: Finish;
  /** Guardrail hits of the tool run. */
  readonly hits: readonly Hit[];
  /** Milliseconds of model calls. */
  readonly ms: number;
  /** Whether the fallback model responded. */
  readonly usedFallback: boolean;
}

/**
 * Calls the model and repeats the call with the problems while the response does not match. Text goes to the stream
 * if there is one. Throws ModelCallError, also for a truncated response that must be complete.
 */
export async function generateResult(
  ctx: ActivityContext,
  attempt: Attempt,
  words: TextSink | undefined,
  signal: AbortSignal,
  prior?: PriorResponse,
): Promise<TaskResult> {
  const { run, revision } = attempt;
  const first = prior && parseResponse(revision, prior);
  if (prior && first?.problems === undefined) {
    words?.add(prior.text);
    return {
      response: first?.response,
      error: null,
      formatRetries: 0,
      cost: NO_COST,
      warnings: prior.warnings,
      sources: prior.sources,
      finish: prior.finish,
      ms: prior.ms,
    };
  }
  const request = await toModelRequest(ctx, attempt, signal);
  const messages = [...request.messages];
  if (prior && first?.problems !== undefined) messages.push(prior.message, toRetryMessage(revision, first.problems));
  const payer = { ...toPayer(run), exclusions: run.exclusions, left: null };
  const ask = (paid: ModelRequest) =>
    words === undefined
      ? ctx.gateway.generate(paid, { signal })
      : ctx.gateway.stream(paid, {
          signal,
          onDelta: (text) => words.add(text),
          onRestart: () => words.restart(),
        });
  let ms = prior?.ms ?? 0;
  let warnings: ModelWarning[] = [...(prior?.warnings ?? [])];
  let sources: ModelSource[] = [...(prior?.sources ?? [])];
  for (let formatRetries = prior ? 1 : 0; ; formatRetries++) {
    const modelRequest = { ...request, messages };
    const { response, call } = await callWithPayment(ctx, payer, modelRequest, ask);
    ms += response.totalMs;
    warnings = mergeWarnings(warnings, response.warnings);
    sources = mergeSources(sources, response.sources);
    const read = parseResponse(revision, response);
    const isComplete = response.finish.reason !== 'length';
    if (read.problems === undefined || (isComplete && formatRetries >= MAX_FORMAT_RETRIES)) {
      const cost = calculateCost(call, response);
      const error = read.problems === undefined ? null : toMismatchError(read.problems);
      return { response: read.response, error, formatRetries, cost, warnings, sources, finish: response.finish, ms };
    }
    // Charged immediately, so that a failure of the next call cannot lose the charge.
    await settleCall(ctx, call, response);
    if (!isComplete) throw createCutOffError(response.finish);
    await words?.restart();
    messages.push(response.message, toRetryMessage(revision, read.problems));
  }
}

/** Cost of a response that is already charged. */
const NO_COST: CallCost = { ...NO_TOKENS, credits: '0' };

function toRetryMessage({ output_modality: modality }: TaskRevisionRow, problems: string): ModelMessage {
  const content = `The response is invalid: ${problems}. Respond again with only valid ${modality.toUpperCase()}.`;
  return { role: 'user', content };
}

/** Parses a model's text into the run's response, or returns the problems. */
function parseResponse(
  revision: TaskRevisionRow,
  { text, finish }: Pick<ModelResponse, 'text' | 'finish'>,
): { response: unknown; problems?: string } {
  const csv = revision.output_modality === 'csv';
  // Missing rows of a truncated CSV cannot be detected later.
  if (csv && finish.reason === 'length') return { response: null, problems: 'it is truncated' };
  if (!csv && revision.output_format === null) return { response: toStorableText(text) };
  const parsed = csv ? parseCsv(toStorableText(text)) : parseAnswer(revision.output_format ?? {}, text);
  return parsed.ok ? { response: parsed.value } : { response: null, problems: parsed.problems.slice(0, 20).join('; ') };
}

function toMismatchError(problems: string): RunError {
  return toRunError('OUTPUT_FORMAT_MISMATCH', taskFailures.output_mismatch({ problems }));
}

/** Builds the model request of a run. */
export async function toModelRequest(
  ctx: ActivityContext,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<ModelRequest> {
  const { run, revision, useFallback } = attempt;
  const modelId = useFallback ? revision.fallback_llm_model_id : revision.llm_model_id;
  const input = applyPreparation(run.input, run.prepared);
  const prompt = fillPrompt(revision.system_prompt, input);
  const instruction = INSTRUCTIONS[revision.output_modality];
  const system = instruction === undefined ? prompt : `${prompt}\n\n${instruction}`.trim();
  const schema = revision.output_format === null ? undefined : toOutputSchema(revision.output_format);
  return {
    model: await getConfiguredModel(ctx, modelId),
    system: system === '' ? undefined : system,
    messages: [
      await toUserMessage(
        ctx,
        run,
        renderUserPrompt(revision.user_prompt, input, run.prepared),
        {
          scalesImages: revision.optimise_images,
          maskText: createFileMask(ctx, attempt, signal),
          excludedFiles: listProcessedFiles(revision.input_processors, run.input),
        },
        signal,
      ),
    ],
    settings: useFallback
      ? getFallbackSettings(revision.fallback_llm_config, revision.llm_config)
      : toModelSettings(revision.llm_config),
    output: schema === undefined ? undefined : { name: 'answer', schema },
  };
}
