/**
 * A process of its own that reads one document: where it comes from decides how much time and memory it takes, and what it
 * takes too much of ends with it.
 */
import { createReadStream } from 'node:fs';
import type { Problem } from '../../../platform/messages.ts';
import { INPUT_DESCRIPTOR, serveSandbox } from '../../../platform/sandbox/serve.ts';
import { checkDocument } from './check.ts';
import { type DocumentPlace, DocumentProblem, type OpenedDocument } from './document.ts';
import { projectDocument } from './project.ts';
import { readDocument } from './read.ts';

/** What came of reading a document. */
export type Verdict =
  | { readonly opened: OpenedDocument }
  | { readonly problem: Problem; readonly field: DocumentProblem['field'] };

async function verdictOn(place: DocumentPlace): Promise<Verdict> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createReadStream('', { fd: INPUT_DESCRIPTOR })) chunks.push(chunk as Uint8Array);
  try {
    const document = readDocument(Buffer.concat(chunks));
    await checkDocument(document);
    return { opened: projectDocument(document, place) };
  } catch (error) {
    if (error instanceof DocumentProblem) return { problem: error.problem, field: error.field };
    throw error;
  }
}

await serveSandbox<DocumentPlace, Verdict>(async (place, tell) => tell(await verdictOn(place)));
