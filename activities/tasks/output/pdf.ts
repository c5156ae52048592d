import { FairSemaphore } from '../../../src/platform/fair-semaphore.ts';
import type { ModelWarning } from '../../../src/platform/models/gateway.ts';
import { PdfProblem, renderPdf } from '../../../src/platform/pdf/render.ts';
import { unfenced } from '../../../src/tasks/markdown-answer.ts';
import type { TaskRunEnd } from '../../../src/tasks/runs.ts';
import { storeWritten, type Written } from '../../../src/tasks/written.ts';
import type { ActivityContext } from '../../context.ts';
import type { Attempt } from '../beginning.ts';
import { madeFile } from './made-file.ts';

/** Works of this process that draw, each a process of its own. */
let slots: FairSemaphore | undefined;

/**
 * The end of a run whose answer is drawn as a PDF. What the model wrote is stored and paid first: a try after a crash draws
 * it without asking again.
 */
export async function drawAnswer(
  ctx: ActivityContext,
  attempt: Attempt,
  end: TaskRunEnd,
  signal: AbortSignal,
): Promise<TaskRunEnd> {
  if (end.error !== null || typeof end.response !== 'string') return end;
  const { llmRetries: retries, usedFallbackModel: usedFallback, seconds, warnings = [], sources, finish } = end;
  const about = { retries, usedFallback, seconds: seconds ?? 0, warnings, sources, finish };
  const written: Written = { text: unfenced(end.response), ...about };
  if (end.cost !== null) await storeWritten(ctx.db, attempt.run.id, written, { cost: end.cost, hits: end.hits });
  return drawWritten(ctx, attempt, written, signal);
}

/** The same where a try before stored what the model wrote. */
export async function drawWritten(
  ctx: ActivityContext,
  { run }: Attempt,
  { text, retries, usedFallback, seconds, warnings, sources, finish }: Written,
  signal: AbortSignal,
): Promise<TaskRunEnd> {
  const { pdf: settings } = ctx.config;
  const end = { llmRetries: retries, usedFallbackModel: usedFallback, seconds, cost: null, warnings, sources, finish };
  slots ??= new FairSemaphore(settings.maxConcurrent);
  try {
    const pdf = await slots.run({ tenant: run.org_id }, signal, () => renderPdf(text, settings, signal));
    const file = await madeFile(ctx, run, 'answer', pdf.bytes, 'application/pdf');
    return {
      ...end,
      status: 'completed',
      response: file.name,
      error: null,
      files: [file],
      warnings: [...warnings, ...pdf.warnings.map(missingFont)],
    };
  } catch (error) {
    if (!(error instanceof PdfProblem)) throw error;
    // What was paid is not lost.
    const file = await madeFile(ctx, run, 'answer', Buffer.from(text), 'text/markdown');
    const message = `${error.message}; its text is in the file ${file.name}`;
    return { ...end, status: 'failed', response: null, error: { reason: 'PDF_NOT_DRAWN', message }, files: [file] };
  }
}

const missingFont = (message: string): ModelWarning => ({ type: 'missing_font', setting: null, message });
