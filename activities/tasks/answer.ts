import type { AssistantModelMessage, ModelMessage } from '@ai-sdk/provider-utils';
import type { NewFile } from '../../src/files/queries.ts';
import { cutOff, type Finish } from '../../src/platform/models/finish.ts';
import type { ModelAnswer, ModelRequest, ModelSource, ModelWarning } from '../../src/platform/models/gateway.ts';
import { fallbackSettings, settingsOf } from '../../src/platform/models/settings.ts';
import { joinedSources } from '../../src/platform/models/sources.ts';
import { NO_TOKENS } from '../../src/platform/models/usage.ts';
import { joinedWarnings } from '../../src/platform/models/warnings.ts';
import { fillPrompt } from '../../src/platform/prompt.ts';
import type { RunError } from '../../src/runs/contract.ts';
import { toRunError } from '../../src/runs/errors.ts';
import { CSV_INSTRUCTION, parseCsv } from '../../src/tasks/csv-answer.ts';
import { taskFailures } from '../../src/tasks/failures.ts';
import type { Hit } from '../../src/tasks/guardrails/hits.ts';
import { MARKDOWN_INSTRUCTION } from '../../src/tasks/markdown-answer.ts';
import { outputSchema, parseAnswer } from '../../src/tasks/output-format.ts';
import { filledUserPrompt, processedInput } from '../../src/tasks/prepared.ts';
import { filesRead } from '../../src/tasks/processors/index.ts';
import type { TaskRevisionRow } from '../../src/tasks/queries.ts';
import { spenderOf } from '../../src/tasks/spender.ts';
import { calculateCost, callWithPayment, settleCall } from '../../src/usage/model-calls.ts';
import type { CallCost } from '../../src/usage/reservations.ts';
import type { ActivityContext } from '../context.ts';
import { configuredModel, storable } from '../model-settings.ts';
import type { Words } from '../runs/gathered-text.ts';
import type { Attempt } from './beginning.ts';
import { userMessage } from './files.ts';
import { fileMask } from './guarding.ts';

/** How often an answer that does not fit its format is sent back to the model. */
const MOST_MISFITS = 2;

/** What a model is told beside its prompt for a modality. */
const INSTRUCTIONS: Readonly<Record<string, string>> = { csv: CSV_INSTRUCTION, pdf: MARKDOWN_INSTRUCTION };

/** What the model made of a task. */
export interface TaskAnswer {
  readonly response: unknown;
  readonly error: RunError | null;
  /** Answers before this one that did not fit the output format. */
  readonly misfits: number;
  /** What this answer cost; those before it are charged. */
  readonly cost: CallCost;
  /** What is to be known of its calls. */
  readonly warnings: readonly ModelWarning[];
  /** Why the answer ended; left out where nobody says. */
  readonly finish?: Finish;
  /** What it stands on. */
  readonly sources?: readonly ModelSource[];
  /** Files that the model made. */
  readonly files?: readonly NewFile[];
  /** Milliseconds the model took, all tries together. */
  readonly ms: number;
}

/** What a model has said already, once it had called what it wanted: it is asked again only where that does not fit. */
export interface Said {
  readonly text: string;
  readonly message: AssistantModelMessage;
  readonly warnings: readonly ModelWarning[];
  readonly sources: readonly ModelSource[];
  /** Why it ended. */
  readonly finish: Finish;
  /** What guardrails found meanwhile. */
  readonly hits: readonly Hit[];
  /** Milliseconds that it took. */
  readonly ms: number;
  /** Whether it was the fallback model. */
  readonly fellBack: boolean;
}

/**
 * Asks the model, again with the error where its answer does not fit; what it says goes to `words` while it does, where there are
 * any. Throws ModelCallError when it can't be asked, and where an answer that has to be whole is cut off: that would be cut off
 * again.
 */
export async function answerTask(
  ctx: ActivityContext,
  attempt: Attempt,
  words: Words | undefined,
  signal: AbortSignal,
  said?: Said,
): Promise<TaskAnswer> {
  const { run, revision } = attempt;
  const first = said && readAnswer(revision, said);
  if (said && first?.problems === undefined) {
    words?.add(said.text);
    return {
      response: first?.response,
      error: null,
      misfits: 0,
      cost: NOTHING_MORE,
      warnings: said.warnings,
      sources: said.sources,
      finish: said.finish,
      ms: said.ms,
    };
  }
  const request = await requestOf(ctx, attempt, signal);
  const messages = [...request.messages];
  if (said && first?.problems !== undefined) messages.push(said.message, misfitMessage(revision, first.problems));
  const payer = { ...spenderOf(run), exclusions: run.exclusions, left: null };
  const ask = (paid: ModelRequest) =>
    words === undefined
      ? ctx.gateway.generate(paid, { signal })
      : ctx.gateway.stream(paid, {
          signal,
          onDelta: (text) => words.add(text),
          onRestart: () => words.restart(),
        });
  let ms = said?.ms ?? 0;
  let warnings: ModelWarning[] = [...(said?.warnings ?? [])];
  let sources: ModelSource[] = [...(said?.sources ?? [])];
  for (let misfits = said ? 1 : 0; ; misfits++) {
    const wanted = { ...request, messages };
    const { answer, call } = await callWithPayment(ctx, payer, wanted, ask);
    ms += answer.totalMs;
    warnings = joinedWarnings(warnings, answer.warnings);
    sources = joinedSources(sources, answer.sources);
    const read = readAnswer(revision, answer);
    const isWhole = answer.finish.reason !== 'length';
    if (read.problems === undefined || (isWhole && misfits >= MOST_MISFITS)) {
      const cost = calculateCost(call, answer);
      const error = read.problems === undefined ? null : misfit(read.problems);
      return { response: read.response, error, misfits, cost, warnings, sources, finish: answer.finish, ms };
    }
    // Charged at once: what happens to the next call must not lose it.
    await settleCall(ctx, call, answer);
    if (!isWhole) throw cutOff(answer.finish);
    await words?.restart();
    messages.push(answer.message, misfitMessage(revision, read.problems));
  }
}

/** What an answer costs that was paid before. */
const NOTHING_MORE: CallCost = { ...NO_TOKENS, credits: '0' };

function misfitMessage({ output_modality: modality }: TaskRevisionRow, problems: string): ModelMessage {
  const content = `That answer does not fit: ${problems}. Answer again with ${modality.toUpperCase()} that fits, and nothing else.`;
  return { role: 'user', content };
}

/** A model's text as the run's response, or what is wrong with it. */
function readAnswer(
  revision: TaskRevisionRow,
  { text, finish }: Pick<ModelAnswer, 'text' | 'finish'>,
): { response: unknown; problems?: string } {
  const csv = revision.output_modality === 'csv';
  // Rows that are missing are not seen in those that are there.
  if (csv && finish.reason === 'length') return { response: null, problems: 'it is cut off' };
  if (!csv && revision.output_format === null) return { response: storable(text) };
  const parsed = csv ? parseCsv(storable(text)) : parseAnswer(revision.output_format ?? {}, text);
  return parsed.ok ? { response: parsed.value } : { response: null, problems: parsed.problems.slice(0, 20).join('; ') };
}

function misfit(problems: string): RunError {
  return toRunError('OUTPUT_FORMAT_MISMATCH', taskFailures.output_mismatch({ problems }));
}

/** What the model of a run is asked. */
export async function requestOf(ctx: ActivityContext, attempt: Attempt, signal: AbortSignal): Promise<ModelRequest> {
  const { run, revision, useFallback } = attempt;
  const modelId = useFallback ? revision.fallback_llm_model_id : revision.llm_model_id;
  const input = processedInput(run.input, run.prepared);
  const prompt = fillPrompt(revision.system_prompt, input);
  const told = INSTRUCTIONS[revision.output_modality];
  const system = told === undefined ? prompt : `${prompt}\n\n${told}`.trim();
  const schema = revision.output_format === null ? undefined : outputSchema(revision.output_format);
  return {
    model: await configuredModel(ctx, modelId),
    system: system === '' ? undefined : system,
    messages: [
      await userMessage(
        ctx,
        run,
        filledUserPrompt(revision.user_prompt, input, run.prepared),
        {
          optimised: revision.optimise_images,
          masked: fileMask(ctx, attempt, signal),
          withoutFiles: filesRead(revision.input_processors, run.input),
        },
        signal,
      ),
    ],
    settings: useFallback
      ? fallbackSettings(revision.fallback_llm_config, revision.llm_config)
      : settingsOf(revision.llm_config),
    output: schema === undefined ? undefined : { name: 'answer', schema },
  };
}
