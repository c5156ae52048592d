/**
 * A process of its own that reads one document: where it comes from decides how much time and memory it takes, and what it
 * takes too much of ends with it. The document comes by stdin, the verdict goes by stdout.
 */
import { checkDocument } from './check.ts';
import { type DocumentPlace, DocumentProblem, type OpenedDocument } from './document.ts';
import { projectDocument } from './project.ts';
import { readDocument } from './read.ts';

/** What came of reading a document. */
export type Verdict =
  | { readonly opened: OpenedDocument }
  | { readonly problem: string; readonly field: DocumentProblem['field'] };

async function verdictOn(place: DocumentPlace): Promise<Verdict> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  try {
    const document = readDocument(Buffer.concat(chunks));
    await checkDocument(document);
    return { opened: projectDocument(document, place) };
  } catch (error) {
    if (error instanceof DocumentProblem) return { problem: error.message, field: error.field };
    throw error;
  }
}

process.stdout.write(JSON.stringify(await verdictOn(JSON.parse(process.argv[2] ?? '{}') as DocumentPlace)));
