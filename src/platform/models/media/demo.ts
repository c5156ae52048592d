import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { ImageModel, SpeechModel } from './request.ts';

const SIDE = 256;
const CELLS = 5;
const RATE = 8000;
/** Seconds that a letter sounds. */
const NOTE = 0.06;
const MOST_NOTES = 200;

/** Draws a small pattern that only the text decides. */
export const demoImages: ImageModel = {
  specificationVersion: 'v4',
  provider: 'demo',
  modelId: 'demo',
  maxImagesPerCall: 1,
  supportsFileInputs: true,
  async doGenerate({ prompt = '', abortSignal }) {
    abortSignal?.throwIfAborted();
    return { images: [patternOf(prompt)], warnings: [], response: responseNow() };
  },
};

/** Plays a note a letter. */
export const demoSpeech: SpeechModel = {
  specificationVersion: 'v4',
  provider: 'demo',
  modelId: 'demo',
  async doGenerate({ text, abortSignal }) {
    abortSignal?.throwIfAborted();
    return { audio: tuneOf(text), warnings: [], response: responseNow() };
  },
};

const responseNow = () => ({ timestamp: new Date(), modelId: 'demo', headers: undefined });

/** A PNG of five by five cells, mirrored, in a colour of its own. */
function patternOf(text: string): Buffer {
  const digest = createHash('sha256').update(text).digest();
  const colour = digest.subarray(0, 3);
  const row = (y: number) => {
    const line = Buffer.alloc(1 + SIDE * 3, 0xf4);
    line[0] = 0;
    for (let x = 0; x < SIDE; x++) {
      const [column, cell] = [Math.floor((x * CELLS) / SIDE), Math.floor((y * CELLS) / SIDE)];
      const mirrored = Math.min(column, CELLS - 1 - column);
      if (((digest[3 + cell * 3 + mirrored] ?? 0) & 1) === 1) colour.copy(line, 1 + x * 3);
    }
    return line;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head.set([8, 2], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: SIDE }, (_, y) => row(y))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A WAV of one channel with 16 bits. */
function tuneOf(text: string): Buffer {
  const notes = [...text].slice(0, MOST_NOTES);
  const perNote = Math.round(RATE * NOTE);
  const sound = Buffer.alloc(Math.max(1, notes.length) * perNote * 2);
  for (const [index, note] of notes.entries()) {
    const pitch = /\s/.test(note) ? 0 : 220 * 2 ** (((note.codePointAt(0) ?? 0) % 24) / 12);
    for (let at = 0; at < perNote; at++) {
      const fade = Math.sin((Math.PI * at) / perNote);
      const sample = 8000 * fade * Math.sin((2 * Math.PI * pitch * at) / RATE);
      sound.writeInt16LE(Math.round(sample), (index * perNote + at) * 2);
    }
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}
