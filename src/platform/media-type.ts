interface Signature {
  readonly mediaType: string;
  readonly bytes: readonly number[];
  /** Offset of the bytes. Default 0. */
  readonly at?: number;
}

/** Signatures at the start of files, by type. */
const SIGNATURES: readonly Signature[] = [
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

/** Default type of a file. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Returns the type by the first bytes of a file. Undefined if unknown. */
export function detectMediaType(data: Buffer): string | undefined {
  const matches = ({ bytes, at = 0 }: Signature) => bytes.every((byte, index) => data[at + index] === byte);
  return SIGNATURES.find(matches)?.mediaType;
}

/** Number of bytes that are checked. */
export const SNIFFED_BYTES = 1024;

const PDF = 'application/pdf';
/** Types whose files all have a signature, so other files are not of the type. */
const DETECTABLE_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', PDF]);

const PLAYABLE_TYPE = /^audio\/(aac|flac|mpeg|ogg|wav)$/;

/** Returns the type of a file: by its signature, else the stated one. Text needs no stated type. */
export function getFileMediaType(beginning: Buffer, stated: string | undefined): string {
  const detected = detectMediaType(beginning);
  if (detected !== undefined) return detected;
  const mediaType = stated?.split(';')[0]?.trim().toLowerCase() ?? '';
  // Some programs write a few bytes before the signature of a PDF.
  if (mediaType === PDF && beginning.includes('%PDF-')) return PDF;
  const isSpecific =
    /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(mediaType) &&
    mediaType !== UNKNOWN_TYPE &&
    !DETECTABLE_TYPES.has(mediaType);
  if (isSpecific) return mediaType;
  return isUtf8Text(beginning) ? 'text/plain' : UNKNOWN_TYPE;
}

/** Returns whether a browser can show files of a type inline, because their content cannot run code in our origin. */
export function isShowable(mediaType: string): boolean {
  return DETECTABLE_TYPES.has(mediaType) || mediaType === 'text/plain' || PLAYABLE_TYPE.test(mediaType);
}

/** Returns whether files of a type are text for prompts. */
export function isText(mediaType: string): boolean {
  return /^text\/|^application\/(json|xml|yaml|x-ndjson)$|\+(json|xml)$/.test(mediaType);
}

function isUtf8Text(head: Buffer): boolean {
  try {
    // As a stream, so a character that the end truncates is not an error.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return text !== '' && !text.includes('\0');
  } catch {
    return false;
  }
}
