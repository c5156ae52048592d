/** Width and height of an image in pixels. */
interface ImageSize {
  readonly width: number;
  readonly height: number;
}

type Reader = (bytes: Buffer) => ImageSize | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  'image/png': (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  'image/webp': readWebpSize,
  'image/jpeg': readJpegSize,
};

/** Reads the size from the header of a PNG, JPEG or WebP without decoding it. Returns undefined if it is unreadable. */
export function readImageSize(bytes: Buffer, mediaType: string): ImageSize | undefined {
  try {
    return READERS[mediaType]?.(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readWebpSize(bytes: Buffer): ImageSize | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/** Skips segments to the frame header of a JPEG. */
function readJpegSize(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; bytes.readUInt8(at) === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // Padding bytes have no length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Markers that end a complete file. */
const END_MARKERS: Readonly<Record<string, Buffer>> = {
  'image/png': Buffer.from('IEND'),
  'image/jpeg': Buffer.from([0xff, 0xd9]),
};

/** Whether an image ends before its end marker. */
export function isIncomplete(bytes: Buffer, mediaType: string): boolean {
  if (mediaType === 'image/webp') return bytes.length < 16 || bytes.readUInt32LE(4) + 8 > bytes.length;
  const end = END_MARKERS[mediaType];
  return end !== undefined && bytes.lastIndexOf(end) < 8;
}
