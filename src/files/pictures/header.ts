/** Width and height of a picture in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

type Reader = (bytes: Buffer) => PictureSize | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  'image/png': (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  'image/webp': webpSize,
  'image/jpeg': jpegSize,
};

/** The size that the header of a PNG, JPEG or WebP states, without decoding anything; undefined where it can't be read. */
export function statedSize(bytes: Buffer, mediaType: string): PictureSize | undefined {
  try {
    return READERS[mediaType]?.(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function webpSize(bytes: Buffer): PictureSize | undefined {
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

/** The frame header stands behind segments of any length. */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; bytes.readUInt8(at) === 0xff; ) {
    const mark = bytes.readUInt8(at + 1);
    const isFrame = mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // Bytes of filling have no length.
    at += mark === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** What must stand somewhere behind the header of a whole file. */
const ENDS: Readonly<Record<string, Buffer>> = {
  'image/png': Buffer.from('IEND'),
  'image/jpeg': Buffer.from([0xff, 0xd9]),
};

/** Whether a picture breaks off before its end. */
export function isCutOff(bytes: Buffer, mediaType: string): boolean {
  if (mediaType === 'image/webp') return bytes.length < 16 || bytes.readUInt32LE(4) + 8 > bytes.length;
  const end = ENDS[mediaType];
  return end !== undefined && bytes.lastIndexOf(end) < 8;
}
