import sharp from 'sharp';
import { errors } from '../errors.ts';

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

/** How each accepted format begins. Only its own decoder is ever given the bytes. */
const BEGINNINGS = [
  { format: 'jpeg', bytes: [0xff, 0xd8, 0xff] },
  { format: 'png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { format: 'gif', bytes: [0x47, 0x49, 0x46, 0x38] },
] as const;

/**
 * Decodes a JPEG, PNG or GIF (its first frame) and encodes it anew, upright, at most 512 pixels a side and without what
 * else the file carried, such as the place it was taken. Throws a 400 on anything that is not such an image.
 */
export async function drawAvatar(data: Buffer): Promise<Picture> {
  const format = BEGINNINGS.find(({ bytes }) => bytes.every((byte, index) => data[index] === byte))?.format;
  if (format === undefined) throw errors.invalidImage('file is not a JPEG, PNG or GIF image');
  try {
    const image = sharp(data, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'inside', withoutEnlargement: true });
    if (format === 'jpeg') return { content: await image.jpeg({ quality: 85 }).toBuffer(), mediaType: 'image/jpeg' };
    return { content: await image.png().toBuffer(), mediaType: 'image/png' };
  } catch (error) {
    throw errors.invalidImage(`file cannot be decoded as an image: ${reasonOf(error)}`);
  }
}

/** The decoder's first line, which names the fault and nothing of ours. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').slice(0, 200);
}
