import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { readStream } from '../ole/streams.ts';
import { findRecords, type PptRecord, RECORD, readNumber, readRecordAt, readRecords } from './records.ts';
import { readTexts, type SlideText } from './text.ts';

/** A presentation of PowerPoint 97 to 2003. */
export interface Presentation {
  readonly document: PptRecord;
  /** In display order. */
  readonly slides: readonly SlideEntry[];
  /** Returns the speaker notes of an ID, once. */
  readonly takeNotes: (id: number) => PptRecord | undefined;
}

/** A slide in the list of a presentation. */
export interface SlideEntry {
  /** Undefined if it is missing, or if an earlier entry has it. */
  readonly slide: PptRecord | undefined;
  /** Texts of the placeholders. */
  readonly texts: readonly SlideText[];
}

/** Stream of files that PowerPoint 95 can read too. */
const DUAL_STREAM = 'PP97_DUALSTORAGE/PowerPoint Document';
/** Values in the stream "Current User". */
const [TOKEN_OFFSET, VERSION_OFFSET] = [12, 22];
const ENCRYPTED_TOKEN = 0xf3d1c4df;
const VERSION_97 = 0x03f4;
/** Kinds of slide lists. */
const [SLIDE_LIST, NOTES_LIST] = [0, 2];
/** Bits of the ID in the beginning of a run of a persist directory; the others are its length. */
const PERSIST_ID_BITS = 20;
const PERSIST_ID_MASK = (1 << PERSIST_ID_BITS) - 1;

/** Opens a PPT file. Throws a ParseError if it is encrypted, damaged or older. */
export function openPresentation(bytes: Buffer): Presentation {
  const user = Buffer.from(readStream(bytes, 'Current User') ?? []);
  if (user.length >= TOKEN_OFFSET + 4 && user.readUInt32LE(TOKEN_OFFSET) === ENCRYPTED_TOKEN)
    throw new ParseError('PASSWORD_PROTECTED', parseFailures.document_password_protected);
  const stream = Buffer.from(readStream(bytes, DUAL_STREAM) ?? readStream(bytes, 'PowerPoint Document') ?? []);
  const persisted = readPersisted(stream);
  if (!persisted) {
    if (user.length > 0 && (user.length < VERSION_OFFSET + 2 || user.readUInt16LE(VERSION_OFFSET) !== VERSION_97))
      throw new ParseError('UNSUPPORTED_TYPE', parseFailures.ppt_too_old);
    throw new ParseError('DAMAGED_FILE', parseFailures.document_damaged({ cause: 'it has no presentation' }));
  }
  const { document, takeRecord } = persisted;
  const notes = new Map(listSlides(document, NOTES_LIST).map(({ id, reference }) => [id, reference]));
  return {
    document,
    slides: listSlides(document, SLIDE_LIST).map(({ reference, texts }) => ({
      slide: takeRecord(reference, RECORD.slide),
      texts,
    })),
    takeNotes: (id) => takeRecord(notes.get(id), RECORD.notes),
  };
}

/**
 * Reads the directory of a stream, undefined without a document. Each save appends records and a directory, so later
 * ones win. A record is taken once, so that a damaged list or directory cannot repeat it.
 */
function readPersisted(stream: Buffer) {
  const offsets = new Map<number, number>();
  const taken = new Set<number>();
  let documentId: number | undefined;
  for (const record of readRecords(stream)) {
    if (record.type === RECORD.userEdit) documentId = readNumber(record, 16) ?? documentId;
    if (record.type !== RECORD.persistDirectory) continue;
    for (let at = 0, header = readNumber(record, at); header !== undefined; header = readNumber(record, at)) {
      const first = header & PERSIST_ID_MASK;
      const count = header >>> PERSIST_ID_BITS;
      for (let index = 0; index < count; index++) {
        const offset = readNumber(record, at + 4 * (index + 1));
        if (offset !== undefined) offsets.set(first + index, offset);
      }
      at += 4 * (count + 1);
    }
  }
  const takeRecord = (reference: number | undefined, type: number): PptRecord | undefined => {
    const offset = reference === undefined ? undefined : offsets.get(reference);
    if (offset === undefined || taken.has(offset)) return undefined;
    const record = readRecordAt(stream, offset);
    if (record?.type !== type) return undefined;
    taken.add(offset);
    return record;
  };
  const document = takeRecord(documentId, RECORD.document);
  return document && { document, takeRecord };
}

/** Lists the slides or notes of a document. */
function listSlides(document: PptRecord, kind: number) {
  const lists = [...findRecords(document.data, [RECORD.slideList])].filter(({ instance }) => instance === kind);
  return lists.flatMap(({ data }) => {
    const slides: { reference: number | undefined; id: number; records: PptRecord[] }[] = [];
    for (const record of readRecords(data))
      if (record.type === RECORD.slidePersist)
        slides.push({ reference: readNumber(record, 0), id: readNumber(record, 12) ?? 0, records: [] });
      else slides.at(-1)?.records.push(record);
    return slides.map(({ reference, id, records }) => ({ reference, id, texts: readTexts(records) }));
  });
}
