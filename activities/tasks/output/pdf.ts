import { FairSemaphore } from '../../../src/platform/fair-semaphore.ts';
import type { ModelWarning } from '../../../src/platform/models/gateway.ts';
import { PdfProblem, renderPdf } from '../../../src/platform/pdf/render.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { taskFailures } from '../../../src/tasks/failures.ts';
import { type GeneratedText, storeGeneratedText } from '../../../src/tasks/generated-text.ts';
import { stripFence } from '../../../src/tasks/markdown-answer.ts';
import type { TaskRunEnd } from '../../../src/tasks/runs.ts';
import type { ActivityContext } from '../../context.ts';
import type { Attempt } from '../attempt.ts';
import { stageFile } from './stage-file.ts';

/** Concurrent rendering jobs of this process. Each runs in its own sandboxed process. */
let slots: FairSemaphore | undefined;

/**
 * Ends a run whose response is rendered as a PDF. The text is stored and charged first, so an attempt after a crash
 * does not generate it again.
 */
export async function renderResult(
  ctx: ActivityContext,
  attempt: Attempt,
  end: TaskRunEnd,
  signal: AbortSignal,
): Promise<TaskRunEnd> {
  if (end.error !== null || typeof end.response !== 'string') return end;
  const { llmRetries: retries, usedFallbackModel: usedFallback, seconds, warnings = [], sources, finish } = end;
  const details = { retries, usedFallback, seconds: seconds ?? 0, warnings, sources, finish };
  const generated: GeneratedText = { text: stripFence(end.response), ...details };
  if (end.cost !== null)
    await storeGeneratedText(ctx.db, attempt.run.id, generated, { cost: end.cost, hits: end.hits });
  return renderGeneratedText(ctx, attempt, generated, signal);
}

/** Renders a text that an earlier attempt stored. */
export async function renderGeneratedText(
  ctx: ActivityContext,
  { run }: Attempt,
  { text, retries, usedFallback, seconds, warnings, sources, finish }: GeneratedText,
  signal: AbortSignal,
): Promise<TaskRunEnd> {
  const { pdf: settings } = ctx.config;
  const end = { llmRetries: retries, usedFallbackModel: usedFallback, seconds, cost: null, warnings, sources, finish };
  slots ??= new FairSemaphore(settings.maxConcurrent);
  try {
    const pdf = await slots.run({ tenant: run.org_id }, signal, () => renderPdf(text, settings, signal));
    const file = await stageFile(ctx, run, 'answer', pdf.bytes, 'application/pdf');
    return {
      ...end,
      status: 'completed',
      response: file.name,
      error: null,
      files: [file],
      warnings: [...warnings, ...pdf.warnings.map(toFontWarning)],
    };
  } catch (error) {
    if (!(error instanceof PdfProblem)) throw error;
    // The charged text is kept as a file.
    const file = await stageFile(ctx, run, 'answer', Buffer.from(text), 'text/markdown');
    const failure = taskFailures.pdf_kept_as_text({ cause: error.message, file: file.name });
    return { ...end, status: 'failed', response: null, error: toRunError('PDF_NOT_DRAWN', failure), files: [file] };
  }
}

const toFontWarning = (message: string): ModelWarning => ({ type: 'missing_font', setting: null, message });
