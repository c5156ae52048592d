import { shownType } from '../platform/media-type.ts';
import { fileErrors } from './errors.ts';

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

/** Formats that are decoded, each by its own decoder alone. */
const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/gif'];

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
  if (!AVATAR_TYPES.includes(mediaType ?? ''))
    throw fileErrors.invalidImage('the file is not a JPEG, PNG or GIF image');
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
    throw fileErrors.invalidImage(`the file cannot be decoded as an image: ${reasonOf(error)}`);
  }
}

/** The decoder's first line, which names the fault and nothing of ours. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').slice(0, 200);
}
