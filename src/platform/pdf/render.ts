import type { PdfSettings } from '../config/pdf.ts';
import { runInSandbox, SandboxError } from '../sandbox/run.ts';
import type { RenderJob, RenderMessage } from './renderer.ts';

/** A rendered document. */
interface Pdf {
  readonly bytes: Buffer;
  readonly pages: number;
  /** Sentences about characters that the PDF cannot show. */
  readonly warnings: readonly string[];
}

/** Thrown if rendering exceeds its limits. The message is for users. */
export class PdfProblem extends Error {
  override readonly name = 'PdfProblem';
}

const RENDERER = new URL('renderer.ts', import.meta.url);
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Renders Markdown as a PDF in a sandboxed process. Throws PdfProblem if it exceeds its limits. */
export async function renderPdf(
  markdown: string,
  settings: Pick<PdfSettings, 'memoryMb' | 'timeoutSeconds' | 'fontFolder'>,
  signal?: AbortSignal,
): Promise<Pdf> {
  const { memoryMb, timeoutSeconds, fontFolder = null } = settings;
  const argument: RenderJob = { fontFolder };
  const job = {
    program: RENDERER,
    argument,
    input: Buffer.from(markdown),
    readablePaths: fontFolder === null ? [] : [fontFolder],
    limits: { memoryMb, timeoutMs: timeoutSeconds * 1000, outputBytes: MAX_OUTPUT_BYTES },
  };
  const chunks: Buffer[] = [];
  let facts = { pages: 0, warnings: [] as readonly string[] };
  try {
    for await (const message of runInSandbox<RenderMessage>(job, signal)) {
      if ('bytes' in message) chunks.push(Buffer.from(message.bytes, 'base64'));
      else facts = message;
    }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    throw new PdfProblem(
      error.kind === 'crash'
        ? 'the text could not be rendered as a PDF'
        : `rendering the text as a PDF takes more than ${timeoutSeconds} seconds or ${memoryMb} MB of memory`,
    );
  }
  return { bytes: Buffer.concat(chunks), ...facts };
}
