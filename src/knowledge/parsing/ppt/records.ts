/** A record of a PowerPoint or drawing stream. */
export interface PptRecord {
  readonly type: number;
  readonly instance: number;
  readonly data: Buffer;
}

/** Types of the records that are read. */
export const RECORD = {
  document: 0x03e8,
  slide: 0x03ee,
  slideAtom: 0x03ef,
  notes: 0x03f0,
  slidePersist: 0x03f3,
  slideShowInfo: 0x03f9,
  drawing: 0x040c,
  placeholder: 0x0bc3,
  outlineTextRef: 0x0f9e,
  textHeader: 0x0f9f,
  textChars: 0x0fa0,
  textBytes: 0x0fa8,
  string: 0x0fba,
  headersFooters: 0x0fd9,
  headersFootersAtom: 0x0fda,
  slideList: 0x0ff0,
  userEdit: 0x0ff5,
  tags: 0x1388,
  binaryTag: 0x138a,
  binaryTagData: 0x138b,
  persistDirectory: 0x1772,
  comment: 0x2ee0,
  drawingContainer: 0xf002,
  group: 0xf003,
  shape: 0xf004,
  shapeText: 0xf00d,
  childAnchor: 0xf00f,
  shapeData: 0xf011,
  groupOptions: 0xf122,
} as const;

const HEADER_LENGTH = 8;

/** Yields the records in the content of a stream or record. One that is cut off ends with its parent. */
export function* readRecords(data: Buffer): Generator<PptRecord> {
  for (let offset = 0; offset + HEADER_LENGTH <= data.length; ) {
    const record = readRecord(data, offset);
    yield record;
    offset += HEADER_LENGTH + record.data.length;
  }
}

/** Returns the record at an offset, undefined beyond the end. */
export function readRecordAt(data: Buffer, offset: number): PptRecord | undefined {
  return offset + HEADER_LENGTH <= data.length ? readRecord(data, offset) : undefined;
}

function readRecord(data: Buffer, offset: number): PptRecord {
  const start = offset + HEADER_LENGTH;
  return {
    type: data.readUInt16LE(offset + 2),
    instance: data.readUInt16LE(offset) >> 4,
    data: data.subarray(start, Math.min(data.length, start + data.readUInt32LE(offset + 4))),
  };
}

/** Returns the first record of a type in the content of another, undefined without one. */
export function findRecord(parent: PptRecord | undefined, type: number): PptRecord | undefined {
  for (const record of parent ? readRecords(parent.data) : []) if (record.type === type) return record;
  return undefined;
}

/** Yields the records at the end of a path of types. */
export function* findRecords(data: Buffer, [type, ...inner]: readonly number[]): Generator<PptRecord> {
  for (const record of readRecords(data)) {
    if (record.type !== type) continue;
    if (inner.length === 0) yield record;
    else yield* findRecords(record.data, inner);
  }
}

/** Returns an unsigned number of four bytes, undefined beyond the end. */
export function readNumber(record: PptRecord | undefined, offset: number): number | undefined {
  return record && offset + 4 <= record.data.length ? record.data.readUInt32LE(offset) : undefined;
}

/** Decodes a text in UTF-16. */
export const decodeText = ({ data }: PptRecord): string => data.toString('utf16le', 0, data.length & ~1);
