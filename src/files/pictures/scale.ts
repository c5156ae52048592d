import type { Message, Problem } from '../../platform/messages.ts';
import { runInSandbox, SandboxError } from '../../platform/sandbox/run.ts';
import { fileProblems } from '../problems.ts';
import { isCutOff, statedSize } from './header.ts';
import type { Scaled, Scaling } from './scaler.ts';

/** Most pixels of a picture that is taken: a phone's camera reaches half of it, a small file that unpacks to gigabytes does not. */
export const MOST_PIXELS = 100_000_000;
/** Longest side of an image that a model is shown; providers scale larger ones down themselves. */
const MODEL_SIDE = 2048;
const COST = { memoryMb: 1024, timeoutMs: 30_000, outputBytes: 128 * 1024 * 1024 };
const SCALER = new URL('scaler.ts', import.meta.url);
const FORMATS: Readonly<Record<string, Scaling['format']>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
/** Where cameras write how a picture is held; it stands before the pixels. */
const EXIF = Buffer.from('Exif\0\0');
const LOOKED_AT = 64 * 1024;

/** Thrown for a file that cannot be sent to a model. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly detail: Message;

  constructor(detail: Message) {
    super(detail.msg);
    this.detail = detail;
  }
}

/**
 * A picture within the size that models look at, upright; one that is so already stays as it is, and so does a GIF: nobody
 * decodes it here. What is large is decoded in a process apart. Throws FileProblem on one that is damaged or too large.
 */
export async function scaledForModel(data: Buffer, mediaType: string, signal?: AbortSignal): Promise<Buffer> {
  const format = FORMATS[mediaType];
  const size = statedSize(data, mediaType);
  // Of what is nothing by its own header a provider has to judge.
  if (format === undefined || size === undefined) return data;
  if (isCutOff(data, mediaType)) throw new FileProblem(fileProblems.image_incomplete);
  if (size.width * size.height > MOST_PIXELS) throw new FileProblem(tooLarge(size));
  const isTurned = data.subarray(0, LOOKED_AT).includes(EXIF);
  if (Math.max(size.width, size.height) <= MODEL_SIDE && !isTurned) return data;
  return scaled(data, { format, side: MODEL_SIDE, mostPixels: MOST_PIXELS }, signal);
}

/** What is said of a picture over the limit. */
export function tooLarge({ width, height }: { readonly width: number; readonly height: number }): Problem {
  return fileProblems.image_too_large({ limit: MOST_PIXELS / 1_000_000, width, height });
}

async function scaled(data: Buffer, argument: Scaling, signal?: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const told of runInSandbox<Scaled>({ program: SCALER, argument, input: data, limits: COST }, signal)) {
      if ('problem' in told) throw new FileProblem(fileProblems.image_damaged({ cause: told.problem }));
      chunks.push(Buffer.from(told.bytes, 'base64'));
    }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    throw new FileProblem(fileProblems.image_cost_over_limit);
  }
  return Buffer.concat(chunks);
}
