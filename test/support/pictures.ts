import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { PdfPicture } from './pdf.ts';

const FONT = 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf';

/** Renders lines of text as a scanned image. */
export async function renderPicture(lines: readonly string[]): Promise<PdfPicture & { readonly png: Buffer }> {
  GlobalFonts.registerFromPath(createRequire(import.meta.url).resolve(FONT), 'Scan');
  const [width, height] = [800, 1035];
  const canvas = createCanvas(width, height);
  const paper = canvas.getContext('2d');
  paper.fillStyle = 'white';
  paper.fillRect(0, 0, width, height);
  paper.fillStyle = 'black';
  paper.font = '36px Scan';
  for (const [at, line] of lines.entries()) paper.fillText(line, 80, 120 + at * 50);
  const { data } = paper.getImageData(0, 0, width, height);
  const grey = Buffer.from(Uint8Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 255));
  return { width, height, grey, png: await canvas.encode('png') };
}
