/** Sandboxed process that renders one document. Its cost depends on the length and nesting of the text. */
import { createReadStream, readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { INPUT_DESCRIPTOR, serveSandbox } from '../sandbox/serve.ts';
import { CODE_FAMILY, findFontPackage, findFonts } from './fonts.ts';
import { type Block, parseMarkdown } from './markdown-tree.ts';
import { countMissingCharacters } from './scripts.ts';

/** Options of a rendering. */
export interface RenderJob {
  /** Folder of fonts in addition to the bundled ones. */
  readonly fontFolder: string | null;
}

/** Messages about a document: first its facts, then its bytes in base64. */
export type RenderMessage =
  | { readonly pages: number; readonly warnings: readonly string[] }
  | { readonly bytes: string };

/** Bytes per message. */
const MESSAGE_BYTES = 48 * 1024;
const MAX_TITLE_LENGTH = 300;
const TEMPLATE = readFileSync(new URL('template.typ', import.meta.url), 'utf8');

await serveSandbox<RenderJob, RenderMessage>(async ({ fontFolder }, send) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createReadStream('', { fd: INPUT_DESCRIPTOR })) chunks.push(chunk as Uint8Array);
  const markdown = Buffer.concat(chunks).toString('utf8');
  const fonts = findFonts(fontFolder);
  const blocks = parseMarkdown(markdown);
  const compiler = NodeCompiler.create({ workspace: '/', fontArgs: [{ fontPaths: [...fonts.folders] }] });
  const document = JSON.stringify([fonts.families, CODE_FAMILY, getTitle(blocks), blocks]);
  const compiled = compiler.compile({ mainFileContent: TEMPLATE, inputs: { document } });
  if (compiled.result === null) throw new Error(`the template failed: ${compiled.takeError()?.compilationStatus}`);
  const pdf = compiler.pdf(compiled.result);
  await send({
    pages: compiled.result.numOfPages,
    warnings: toWarnings(countMissingCharacters(markdown, fonts.hasGlyph)),
  });
  for (let at = 0; at < pdf.length; at += MESSAGE_BYTES)
    await send({ bytes: pdf.toString('base64', at, at + MESSAGE_BYTES) });
});

function getTitle(blocks: readonly Block[]): string {
  const heading = blocks.find((block) => block.t === 'heading');
  const text = (heading?.c ?? []).map((inline) => (typeof inline === 'string' ? inline : '')).join('');
  return text.slice(0, MAX_TITLE_LENGTH).toWellFormed();
}

function toWarnings(missing: ReadonlyMap<string, number>): string[] {
  return [...missing].map(([kind, count]) => {
    const warning = `the PDF lacks a font for ${kind}: ${count} character${count === 1 ? ' is' : 's are'} not visible in it`;
    const packageName = findFontPackage(kind);
    return packageName === undefined ? warning : `${warning}; the npm package ${packageName} has one`;
  });
}
