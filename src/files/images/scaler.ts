/** Sandboxed process that scales one image, because its content determines how long decoding takes. */

import { createReadStream } from 'node:fs';
import sharp from 'sharp';
import { getErrorMessage } from '../../platform/error-message.ts';
import { INPUT_DESCRIPTOR, serveSandbox } from '../../platform/sandbox/serve.ts';

/** Parameters of scaling. */
export interface ScaleRequest {
  readonly format: 'jpeg' | 'png' | 'webp';
  /** Maximum width and height in pixels. */
  readonly side: number;
  readonly maxPixels: number;
}

/** Part of the image in Base64, or the reason of a failure. */
export type ScaleMessage = { readonly bytes: string } | { readonly problem: string };

const PIECE_BYTES = 48 * 1024;

await serveSandbox<ScaleRequest, ScaleMessage>(async ({ format, side, maxPixels }, send) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createReadStream('', { fd: INPUT_DESCRIPTOR })) chunks.push(chunk as Uint8Array);
  sharp.concurrency(1);
  try {
    const scaled = await sharp(Buffer.concat(chunks), { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toFormat(format)
      .toBuffer();
    for (let at = 0; at < scaled.length; at += PIECE_BYTES)
      await send({ bytes: scaled.toString('base64', at, at + PIECE_BYTES) });
  } catch (error) {
    const message = getErrorMessage(error);
    await send({ problem: (message.split('\n')[0] ?? '').slice(0, 200) });
  }
});
