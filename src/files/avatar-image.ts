import { getErrorMessage } from '../platform/error-message.ts';
import { detectMediaType } from '../platform/media-type.ts';
import { fileErrors } from './errors.ts';

/** Re-encoded image. */
interface EncodedImage {
  readonly content: Buffer;
  readonly mediaType: 'image/jpeg' | 'image/png';
}

/** Maximum number of decoded pixels, against small files that unpack to gigabytes. Phone cameras stay below it. */
const MAX_PIXELS = 40_000_000;
/** Maximum width and height of an avatar in pixels. */
const AVATAR_SIDE_PIXELS = 512;
const DECODE_TIMEOUT_SECONDS = 10;

/** Accepted formats. */
const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/gif'];

/** Loads the decoder with the first image. */
async function loadSharp() {
  return (await import('sharp')).default;
}

/**
 * Decodes a JPEG, PNG or GIF (first frame) and encodes it upright, with at most 512 pixels per side and without
 * metadata such as the location. Throws a 400 for other files.
 */
export async function renderAvatar(data: Buffer): Promise<EncodedImage> {
  const mediaType = detectMediaType(data);
  if (!AVATAR_TYPES.includes(mediaType ?? ''))
    throw fileErrors.invalidImage('the file is not a JPEG, PNG or GIF image');
  const sharp = await loadSharp();
  try {
    const image = sharp(data, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .autoOrient()
      .resize(AVATAR_SIDE_PIXELS, AVATAR_SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true });
    if (mediaType === 'image/jpeg')
      return { content: await image.jpeg({ quality: 85 }).toBuffer(), mediaType: 'image/jpeg' };
    return { content: await image.png().toBuffer(), mediaType: 'image/png' };
  } catch (error) {
    throw fileErrors.invalidImage(`the file cannot be decoded as an image: ${toReason(error)}`);
  }
}

/** Returns the first line of a decoder error, which contains no internals. */
function toReason(error: unknown): string {
  const message = getErrorMessage(error);
  return (message.split('\n')[0] ?? '').slice(0, 200);
}
