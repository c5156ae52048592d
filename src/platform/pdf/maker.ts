/** A process of its own that draws one document: how long and how nested a text is decides what that takes. */
import { createReadStream, readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { INPUT, serveApart } from '../apart/serve.ts';
import { CODE_FAMILY, findFonts, fontPackageFor } from './fonts.ts';
import { missingIn } from './scripts.ts';
import { type Block, treeOf } from './tree.ts';

/** What to draw with. */
export interface DrawingJob {
  /** A folder of fonts beside the product's own. */
  readonly fontFolder: string | null;
}

/** What is told of a document: first what is to be known of it, then its bytes, in base64. */
export type Drawn = { readonly pages: number; readonly warnings: readonly string[] } | { readonly bytes: string };

/** Bytes of a message. */
const PIECE = 48 * 1024;
const LONGEST_TITLE = 300;
const TEMPLATE = readFileSync(new URL('template.typ', import.meta.url), 'utf8');

await serveApart<DrawingJob, Drawn>(async ({ fontFolder }, tell) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createReadStream('', { fd: INPUT })) chunks.push(chunk as Uint8Array);
  const markdown = Buffer.concat(chunks).toString('utf8');
  const fonts = findFonts(fontFolder);
  const blocks = treeOf(markdown);
  const compiler = NodeCompiler.create({ workspace: '/', fontArgs: [{ fontPaths: [...fonts.folders] }] });
  const document = JSON.stringify([fonts.families, CODE_FAMILY, titleOf(blocks), blocks]);
  const compiled = compiler.compile({ mainFileContent: TEMPLATE, inputs: { document } });
  if (compiled.result === null) throw new Error(`the template failed: ${compiled.takeError()?.compilationStatus}`);
  const pdf = compiler.pdf(compiled.result);
  await tell({ pages: compiled.result.numOfPages, warnings: warningsOf(missingIn(markdown, fonts.has)) });
  for (let at = 0; at < pdf.length; at += PIECE) await tell({ bytes: pdf.toString('base64', at, at + PIECE) });
});

function titleOf(blocks: readonly Block[]): string {
  const heading = blocks.find((block) => block.t === 'heading');
  const text = (heading?.c ?? []).map((piece) => (typeof piece === 'string' ? piece : '')).join('');
  return text.slice(0, LONGEST_TITLE).toWellFormed();
}

function warningsOf(missing: ReadonlyMap<string, number>): string[] {
  return [...missing].map(([kind, count]) => {
    const found = `the PDF lacks a font for ${kind}: ${count} character${count === 1 ? '' : 's'} can't be seen in it`;
    const name = fontPackageFor(kind);
    return name === undefined ? found : `${found}; the npm package ${name} has one`;
  });
}
