import { FairSemaphore } from '../../../src/platform/fair-semaphore.ts';
import type { ModelWarning } from '../../../src/platform/models/gateway.ts';
import { PdfProblem, renderPdf } from '../../../src/platform/pdf/render.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { taskFailures } from '../../../src/tasks/failures.ts';
import { stripFence } from '../../../src/tasks/markdown-answer.ts';
import type { TaskRunEnd } from '../../../src/tasks/run-end.ts';
import type { ActivityContext } from '../../context.ts';
import type { Attempt } from '../attempt.ts';
import { stageFile } from './stage-file.ts';

/** Concurrent rendering jobs of this process. Each runs in its own sandboxed process. */
let slots: FairSemaphore | undefined;

/**
 * Renders the response of a stored end as a PDF. A text that cannot be rendered is kept as a file, and the run fails.
 */
export async function renderResult(
  ctx: ActivityContext,
  { run }: Attempt,
  end: TaskRunEnd,
  signal: AbortSignal,
): Promise<TaskRunEnd> {
  const { pdf: settings } = ctx.config;
  const text = stripFence(String(end.response));
  slots ??= new FairSemaphore(settings.maxConcurrent);
  try {
    const pdf = await slots.run({ tenant: run.org_id }, signal, () => renderPdf(text, settings, signal));
    const file = await stageFile(ctx, run, 'answer', pdf.bytes, 'application/pdf');
    const warnings = [...(end.warnings ?? []), ...pdf.warnings.map(toFontWarning)];
    return { ...end, response: file.name, files: [file], warnings };
  } catch (error) {
    if (!(error instanceof PdfProblem)) throw error;
    // The charged text is kept as a file.
    const file = await stageFile(ctx, run, 'answer', Buffer.from(text), 'text/markdown');
    const failure = taskFailures.pdf_kept_as_text({ cause: error.message, file: file.name });
    return { ...end, status: 'failed', response: null, error: toRunError('PDF_NOT_DRAWN', failure), files: [file] };
  }
}

const toFontWarning = (message: string): ModelWarning => ({ type: 'missing_font', setting: null, message });
