import { CFB } from '@e965/xlsx';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';

/** Number of path parts of a stream at the top: the root and its name. */
const TOP_PARTS = 2;

/** Returns the names of the streams at the top of a compound file. Throws a ParseError if the file is damaged. */
export function listStreams(bytes: Buffer): ReadonlySet<string> {
  const { FullPaths } = openOle(bytes);
  const paths = (FullPaths as readonly string[]).map((path) => path.replace(/\/$/, '').split('/'));
  return new Set(paths.flatMap((parts) => (parts.length === TOP_PARTS ? [parts[1] ?? ''] : [])));
}

/** Returns the content of a stream at the top of a compound file. Undefined if there is none. */
export function readStream(bytes: Buffer, name: string): Uint8Array | undefined {
  const content = CFB.find(openOle(bytes), `/${name}`)?.content;
  return content === undefined ? undefined : Uint8Array.from(content);
}

function openOle(bytes: Buffer): ReturnType<typeof CFB.read> {
  try {
    return CFB.read(bytes, { type: 'buffer' });
  } catch {
    throw new ParseError('DAMAGED_FILE', parseFailures.document_damaged({ cause: 'its directory is broken' }));
  }
}
