import { ApartError, runApart } from '../apart/run.ts';
import type { PdfSettings } from '../config/pdf.ts';
import type { DrawingJob, Drawn } from './maker.ts';

/** A document that was drawn. */
export interface Pdf {
  readonly bytes: Buffer;
  readonly pages: number;
  /** What can't be seen in it, in sentences. */
  readonly warnings: readonly string[];
}

/** Thrown where a text takes more to draw than it may. The message is for people. */
export class PdfProblem extends Error {
  override readonly name = 'PdfProblem';
}

const MAKER = new URL('maker.ts', import.meta.url);
const MOST_BYTES = 256 * 1024 * 1024;

/** Draws Markdown as a PDF in a process of its own. Throws PdfProblem where that takes too much. */
export async function renderPdf(
  markdown: string,
  settings: Pick<PdfSettings, 'memoryMb' | 'seconds' | 'fontFolder'>,
  signal?: AbortSignal,
): Promise<Pdf> {
  const { memoryMb, seconds, fontFolder = null } = settings;
  const argument: DrawingJob = { fontFolder };
  const job = {
    program: MAKER,
    argument,
    input: Buffer.from(markdown),
    readable: fontFolder === null ? [] : [fontFolder],
    cost: { memoryMb, ms: seconds * 1000, outputBytes: MOST_BYTES },
  };
  const chunks: Buffer[] = [];
  let about = { pages: 0, warnings: [] as readonly string[] };
  try {
    for await (const told of runApart<Drawn>(job, signal)) {
      if ('bytes' in told) chunks.push(Buffer.from(told.bytes, 'base64'));
      else about = told;
    }
  } catch (error) {
    if (!(error instanceof ApartError)) throw error;
    throw new PdfProblem(
      error.of === 'crash'
        ? 'the text could not be drawn as a PDF'
        : `drawing the text as a PDF takes more than ${seconds} seconds or ${memoryMb} MB of memory`,
    );
  }
  return { bytes: Buffer.concat(chunks), ...about };
}
