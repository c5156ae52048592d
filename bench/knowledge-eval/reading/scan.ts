import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import sharp from 'sharp';
import { pdf } from '../../../test/support/pdf.ts';
import { evalDocuments } from '../documents.ts';
import { readBlocks, wordsOf } from './blocks.ts';

/** A page of US Letter at 600 dpi, its margin and its type of 10 points. */
const [WIDTH, HEIGHT] = [5100, 6600];
const MARGIN = 500;
const FONT_SIZE = 83;
const FONT = 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf';

/** Targets of a scanned page. */
const MAX_CPU_SECONDS = 3;
const MIN_WORD_SHARE = 0.98;

interface ScanScore {
  readonly kind: string;
  readonly words: number;
  readonly cpuSeconds: number;
  /** Share of the words that were recognized. */
  readonly share: number;
}

/** Measures the CPU time of a scanned page and prints it. Returns a sentence for each missed target. */
export async function reportScans(): Promise<string[]> {
  const { words, grey } = await renderScan();
  const raw = { width: WIDTH, height: HEIGHT, channels: 1 } as const;
  const jpeg = await sharp(grey, { raw }).withMetadata({ density: 600 }).jpeg({ quality: 85 }).toBuffer();
  const scans = [
    ['scan.jpg', jpeg],
    ['scan.pdf', pdf([{ width: WIDTH, height: HEIGHT, grey }])],
  ] as const;
  // The first document of a kind also loads the modules of the process.
  for (const [name, bytes] of scans) await readBlocks(name, { bytes, usesOcr: true });
  const scores: ScanScore[] = [];
  for (const [name, bytes] of scans) scores.push(await scoreScan(name, bytes, words));
  const rows = scores.map((score) =>
    [score.kind, score.words, score.cpuSeconds.toFixed(1), score.share.toFixed(3)].join(' | '),
  );
  console.log(
    ['\n| Scanned page of 600 dpi | Words | CPU seconds | Words read |', '| --- | --- | --- | --- |'].join('\n'),
  );
  console.log(`${rows.map((row) => `| ${row} |`).join('\n')}\n`);
  return scores.flatMap(({ kind, cpuSeconds, share }) => [
    ...(cpuSeconds > MAX_CPU_SECONDS ? [`${kind}: more than ${MAX_CPU_SECONDS} s of CPU`] : []),
    ...(share < MIN_WORD_SHARE ? [`${kind}: words are not recognized`] : []),
  ]);
}

async function scoreScan(kind: string, bytes: Buffer, words: readonly string[]): Promise<ScanScore> {
  const start = process.cpuUsage();
  const blocks = await readBlocks(kind, { bytes, usesOcr: true });
  const { user, system } = process.cpuUsage(start);
  const read = wordsOf(blocks.map(({ text }) => text).join('\n'));
  const missing = words.filter((word) => !read.includes(word)).length;
  return { kind, words: words.length, cpuSeconds: (user + system) / 1e6, share: 1 - missing / words.length };
}

/** Renders a full page of text, turned by half a degree, with blur and noise. */
async function renderScan(): Promise<{ readonly words: string[]; readonly grey: Buffer }> {
  GlobalFonts.registerFromPath(createRequire(import.meta.url).resolve(FONT), 'Scan');
  const canvas = createCanvas(WIDTH, HEIGHT);
  const paper = canvas.getContext('2d');
  paper.fillStyle = 'white';
  paper.fillRect(0, 0, WIDTH, HEIGHT);
  paper.fillStyle = '#222';
  paper.font = `${FONT_SIZE}px Scan`;
  const source = evalDocuments()[0]?.text.split(/\s+/) ?? [];
  const text: string[] = [];
  for (let y = 2 * MARGIN; y < HEIGHT - MARGIN; y += FONT_SIZE * 1.4) {
    const line: string[] = [];
    for (let word = source.shift(); word !== undefined; word = source.shift()) {
      if (paper.measureText([...line, word].join(' ')).width > WIDTH - 3 * MARGIN) break;
      line.push(word);
    }
    paper.fillText(line.join(' '), MARGIN, y);
    text.push(...line);
  }
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'black', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const turned = sharp(
    await sharp(canvas.toBuffer('image/png')).flatten().rotate(0.5, { background: 'white' }).toBuffer(),
  )
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .blur(1.3)
    .composite([{ input: grain, blend: 'soft-light' }]);
  const grey = await sharp(await turned.png({ compressionLevel: 1 }).toBuffer())
    .greyscale()
    .raw()
    .toBuffer();
  return { words: wordsOf(text.join(' ')), grey };
}
