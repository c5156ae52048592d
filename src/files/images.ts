import { fileErrors } from './errors.ts';
import { shownType } from './media-type.ts';

/** A picture that was drawn anew. */
export interface Picture {
  readonly content: Buffer;
  readonly mediaType: 'image/jpeg' | 'image/png';
}

/** Most pixels that are decoded: 40 million, which a phone's camera reaches and a small file that unpacks to gigabytes does not. */
const MOST_PIXELS = 40_000_000;
/** Longest side of a stored avatar in pixels. */
const AVATAR_SIDE = 512;
const DECODE_SECONDS = 10;

/** Longest side of an image that a model is shown; providers scale larger ones down themselves. */
const MODEL_SIDE = 2048;
/** Formats that are decoded, each by its own decoder alone. */
const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/gif'];
const MODEL_FORMATS = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' } as const;

/** The decoders, loaded with the first picture. */
async function decoder() {
  return (await import('sharp')).default;
}

/**
 * Decodes a JPEG, PNG or GIF (its first frame) and encodes it anew, upright, at most 512 pixels a side and without what
 * else the file carried, such as the place it was taken. Throws a 400 on anything that is not such an image.
 */
export async function drawAvatar(data: Buffer): Promise<Picture> {
  const mediaType = shownType(data);
  if (!AVATAR_TYPES.includes(mediaType ?? '')) throw fileErrors.invalidImage('file is not a JPEG, PNG or GIF image');
  const sharp = await decoder();
  try {
    const image = sharp(data, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'inside', withoutEnlargement: true });
    if (mediaType === 'image/jpeg')
      return { content: await image.jpeg({ quality: 85 }).toBuffer(), mediaType: 'image/jpeg' };
    return { content: await image.png().toBuffer(), mediaType: 'image/png' };
  } catch (error) {
    throw fileErrors.invalidImage(`file cannot be decoded as an image: ${reasonOf(error)}`);
  }
}

/**
 * An image within the size that models look at, upright. One that is small enough already, moves (GIF) or can't be
 * decoded stays as it is: whether the model can read it is for its provider to say.
 */
export async function scaledForModel(data: Buffer, mediaType: string): Promise<Buffer> {
  if (shownType(data) !== mediaType || !Object.hasOwn(MODEL_FORMATS, mediaType)) return data;
  const format = MODEL_FORMATS[mediaType as keyof typeof MODEL_FORMATS];
  const sharp = await decoder();
  try {
    const image = sharp(data, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).timeout({ seconds: DECODE_SECONDS });
    const { width, height } = await image.metadata();
    if (Math.max(width, height) <= MODEL_SIDE) return data;
    return await image
      .autoOrient()
      .resize(MODEL_SIDE, MODEL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toFormat(format)
      .toBuffer();
  } catch {
    return data;
  }
}

/** The decoder's first line, which names the fault and nothing of ours. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').slice(0, 200);
}
