import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { ImageModel, SpeechModel } from '../../media/request.ts';

const IMAGE_SIZE = 256;
const CELL_COUNT = 5;
const SAMPLE_RATE = 8000;
/** Seconds per character. */
const NOTE_SECONDS = 0.06;
const MAX_NOTES = 200;

/** Draws a small pattern that depends on the text only. */
export const demoImages: ImageModel = {
  specificationVersion: 'v4',
  provider: 'demo',
  modelId: 'demo',
  maxImagesPerCall: 1,
  supportsFileInputs: true,
  async doGenerate({ prompt = '', abortSignal }) {
    abortSignal?.throwIfAborted();
    return { images: [drawPattern(prompt)], warnings: [], response: createResponse() };
  },
};

/** Plays one note per character. */
export const demoSpeech: SpeechModel = {
  specificationVersion: 'v4',
  provider: 'demo',
  modelId: 'demo',
  async doGenerate({ text, abortSignal }) {
    abortSignal?.throwIfAborted();
    return { audio: synthesizeNotes(text), warnings: [], response: createResponse() };
  },
};

const createResponse = () => ({ timestamp: new Date(), modelId: 'demo', headers: undefined });

/** Creates a PNG of five by five cells, mirrored, in a color derived from the text. */
function drawPattern(text: string): Buffer {
  const digest = createHash('sha256').update(text).digest();
  const color = digest.subarray(0, 3);
  const createRow = (y: number) => {
    const line = Buffer.alloc(1 + IMAGE_SIZE * 3, 0xf4);
    line[0] = 0;
    for (let x = 0; x < IMAGE_SIZE; x++) {
      const [column, cell] = [Math.floor((x * CELL_COUNT) / IMAGE_SIZE), Math.floor((y * CELL_COUNT) / IMAGE_SIZE)];
      const mirrored = Math.min(column, CELL_COUNT - 1 - column);
      if (((digest[3 + cell * 3 + mirrored] ?? 0) & 1) === 1) color.copy(line, 1 + x * 3);
    }
    return line;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(IMAGE_SIZE, 0);
  header.writeUInt32BE(IMAGE_SIZE, 4);
  header.set([8, 2], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: IMAGE_SIZE }, (_, y) => createRow(y))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    createChunk('IHDR', header),
    createChunk('IDAT', pixels),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
}

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Creates a mono WAV with 16 bits. */
function synthesizeNotes(text: string): Buffer {
  const notes = [...text].slice(0, MAX_NOTES);
  const samplesPerNote = Math.round(SAMPLE_RATE * NOTE_SECONDS);
  const samples = Buffer.alloc(Math.max(1, notes.length) * samplesPerNote * 2);
  for (const [index, note] of notes.entries()) {
    const pitch = /\s/.test(note) ? 0 : 220 * 2 ** (((note.codePointAt(0) ?? 0) % 24) / 12);
    for (let sampleIndex = 0; sampleIndex < samplesPerNote; sampleIndex++) {
      const fade = Math.sin((Math.PI * sampleIndex) / samplesPerNote);
      const sample = 8000 * fade * Math.sin((2 * Math.PI * pitch * sampleIndex) / SAMPLE_RATE);
      samples.writeInt16LE(Math.round(sample), (index * samplesPerNote + sampleIndex) * 2);
    }
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
