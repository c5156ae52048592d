import type { Message, Problem } from '../../platform/messages.ts';
import { runInSandbox, SandboxError } from '../../platform/sandbox/run.ts';
import { fileProblems } from '../problems.ts';
import { isIncomplete, readImageSize } from './header.ts';
import type { ScaleMessage, ScaleRequest } from './scaler.ts';

/**
 * Maximum number of pixels of an accepted image. Phone cameras reach half of it; small files can unpack to gigabytes.
 */
export const MAX_PIXELS = 100_000_000;
/** Maximum width and height of an image for a model; providers scale larger images down. */
const MODEL_SIDE_PIXELS = 2048;
const LIMITS = { memoryMb: 1024, timeoutMs: 30_000, outputBytes: 128 * 1024 * 1024 };
const SCALER = new URL('scaler.ts', import.meta.url);
const FORMATS: Readonly<Record<string, ScaleRequest['format']>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
/** Marker of the orientation; it precedes the pixels. */
const EXIF = Buffer.from('Exif\0\0');
const EXIF_SEARCH_BYTES = 64 * 1024;

/** Thrown for a file that cannot be sent to a model. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly detail: Message;

  constructor(detail: Message) {
    super(detail.msg);
    this.detail = detail;
  }
}

/**
 * Scales an image to the size that models use and turns it upright. Small images and GIFs stay unchanged. Large images
 * are decoded in a sandboxed process. Throws ImageError if the image is damaged or too large.
 */
export async function scaleForModel(data: Buffer, mediaType: string, signal?: AbortSignal): Promise<Buffer> {
  const format = FORMATS[mediaType];
  const size = readImageSize(data, mediaType);
  // The provider judges files with an unreadable header.
  if (format === undefined || size === undefined) return data;
  if (isIncomplete(data, mediaType)) throw new ImageError(fileProblems.image_incomplete);
  if (size.width * size.height > MAX_PIXELS) throw new ImageError(toTooLargeProblem(size));
  const hasOrientation = data.subarray(0, EXIF_SEARCH_BYTES).includes(EXIF);
  if (Math.max(size.width, size.height) <= MODEL_SIDE_PIXELS && !hasOrientation) return data;
  return scaleInProcess(data, { format, side: MODEL_SIDE_PIXELS, maxPixels: MAX_PIXELS }, signal);
}

/** Returns the problem of an image over the pixel limit. */
export function toTooLargeProblem({ width, height }: { readonly width: number; readonly height: number }): Problem {
  return fileProblems.image_too_large({ limit: MAX_PIXELS / 1_000_000, width, height });
}

async function scaleInProcess(data: Buffer, argument: ScaleRequest, signal?: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const message of runInSandbox<ScaleMessage>(
      { program: SCALER, argument, input: data, limits: LIMITS },
      signal,
    )) {
      if ('problem' in message) throw new ImageError(fileProblems.image_damaged({ cause: message.problem }));
      chunks.push(Buffer.from(message.bytes, 'base64'));
    }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    throw new ImageError(fileProblems.image_cost_over_limit);
  }
  return Buffer.concat(chunks);
}
