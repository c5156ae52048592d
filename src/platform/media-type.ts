interface Beginning {
  readonly mediaType: string;
  readonly bytes: readonly number[];
  /** Where the bytes stand; at the beginning when left out. */
  readonly at?: number;
}

/** How files of a type begin. */
const BEGINNINGS: readonly Beginning[] = [
  { mediaType: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { mediaType: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mediaType: 'image/gif', bytes: [0x47, 0x49, 0x46, 0x38] },
  { mediaType: 'image/webp', bytes: [0x57, 0x45, 0x42, 0x50], at: 8 },
  { mediaType: 'audio/wav', bytes: [0x57, 0x41, 0x56, 0x45], at: 8 },
  { mediaType: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { mediaType: 'audio/mpeg', bytes: [0x49, 0x44, 0x33] },
  { mediaType: 'audio/ogg', bytes: [0x4f, 0x67, 0x67, 0x53] },
  { mediaType: 'audio/flac', bytes: [0x66, 0x4c, 0x61, 0x43] },
];

/** What stands for a type that was not stated. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The type that the first bytes of a file show; undefined where they show none. */
export function shownType(data: Buffer): string | undefined {
  const fits = ({ bytes, at = 0 }: Beginning) => bytes.every((byte, index) => data[at + index] === byte);
  return BEGINNINGS.find(fits)?.mediaType;
}

/** Bytes of a file's beginning that are looked at. */
export const LOOKED_AT = 1024;

const PDF = 'application/pdf';
/** Types whose files all begin as above, so that others of the name are none. */
const PLAIN_TO_SEE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', PDF]);

const PLAYED = /^audio\/(aac|flac|mpeg|ogg|wav)$/;

/** The type of a file by its beginning: what the bytes show counts, then what was stated; text needs no statement. */
export function mediaTypeOf(beginning: Buffer, stated: string | undefined): string {
  const shown = shownType(beginning);
  if (shown !== undefined) return shown;
  const bare = stated?.split(';')[0]?.trim().toLowerCase() ?? '';
  // Some programs write a few bytes before those that a PDF begins with.
  if (bare === PDF && beginning.includes('%PDF-')) return PDF;
  const counts = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(bare) && bare !== UNKNOWN_TYPE && !PLAIN_TO_SEE.has(bare);
  if (counts) return bare;
  return looksLikeText(beginning) ? 'text/plain' : UNKNOWN_TYPE;
}

/** Whether a browser may show files of a type in place: what these hold can run nothing under our own address. */
export function isShowable(mediaType: string): boolean {
  return PLAIN_TO_SEE.has(mediaType) || mediaType === 'text/plain' || PLAYED.test(mediaType);
}

/** Whether files of a type are text that can be put into a prompt. */
export function isText(mediaType: string): boolean {
  return /^text\/|^application\/(json|xml|yaml|x-ndjson)$|\+(json|xml)$/.test(mediaType);
}

function looksLikeText(head: Buffer): boolean {
  try {
    // As a stream, so that a character cut off at the end is none that is broken.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return text !== '' && !text.includes('\0');
  } catch {
    return false;
  }
}
