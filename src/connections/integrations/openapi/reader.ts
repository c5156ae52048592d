/** Runs in a sandboxed process that reads documents of one owner, so that time and memory limits can end it. */
import { createReadStream } from 'node:fs';
import type { Problem } from '../../../platform/messages.ts';
import { INPUT_DESCRIPTOR, serveSandbox } from '../../../platform/sandbox/serve.ts';
import { DocumentError, type DocumentSource, type ParsedDocument } from './document.ts';
import { toParsedDocument } from './parse-document.ts';
import { readDocument } from './read-document.ts';
import { checkDocument } from './validate-document.ts';

/** Result of reading a document. */
export type ReaderResult =
  | { readonly opened: ParsedDocument }
  | { readonly problem: Problem; readonly field: DocumentError['field'] };

async function readFromInput(source: DocumentSource): Promise<ReaderResult> {
  const chunks: Uint8Array[] = [];
  // Each document starts at the beginning of the same file.
  const input = createReadStream('', { fd: INPUT_DESCRIPTOR, start: 0, autoClose: false });
  for await (const chunk of input) chunks.push(chunk as Uint8Array);
  try {
    const document = readDocument(Buffer.concat(chunks));
    await checkDocument(document);
    return { opened: toParsedDocument(document, source) };
  } catch (error) {
    if (error instanceof DocumentError) return { problem: error.problem, field: error.field };
    throw error;
  }
}

await serveSandbox<DocumentSource, ReaderResult>(async (source, emit) => emit(await readFromInput(source)));
