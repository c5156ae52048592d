/** A process of its own that scales one picture: what is in it decides how long decoding takes. */
import { createReadStream } from 'node:fs';
import sharp from 'sharp';
import { INPUT_DESCRIPTOR, serveSandbox } from '../../platform/sandbox/serve.ts';

/** How a picture is scaled. */
export interface Scaling {
  readonly format: 'jpeg' | 'png' | 'webp';
  /** Longest side in pixels. */
  readonly side: number;
  readonly mostPixels: number;
}

/** The picture in pieces of base64, or why there is none. */
export type Scaled = { readonly bytes: string } | { readonly problem: string };

const PIECE = 48 * 1024;

await serveSandbox<Scaling, Scaled>(async ({ format, side, mostPixels }, tell) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createReadStream('', { fd: INPUT_DESCRIPTOR })) chunks.push(chunk as Uint8Array);
  sharp.concurrency(1);
  try {
    const made = await sharp(Buffer.concat(chunks), { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toFormat(format)
      .toBuffer();
    for (let at = 0; at < made.length; at += PIECE) await tell({ bytes: made.toString('base64', at, at + PIECE) });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    await tell({ problem: (said.split('\n')[0] ?? '').slice(0, 200) });
  }
});
