import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** What is heard of XML while it comes; names come without their prefixes. */
export interface Hearing {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** Tells of XML piece by piece, and yields after each, so that what was heard can be taken. Knows no entities but XML's own. */
export async function* hear(stream: Readable, hearing: Hearing): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => hearing.open?.(local(name), attributes));
  parser.on('text', (text) => hearing.text?.(text));
  parser.on('cdata', (text) => hearing.text?.(text));
  parser.on('closetag', ({ name }: SaxesTagPlain) => hearing.close?.(local(name)));
  for await (const piece of stream) {
    parser.write(decoder.decode(piece as Uint8Array, { stream: true }));
    yield;
  }
  parser.close();
  yield;
}

/** The same for XML that is heard as a whole. */
export async function hearAll(stream: Readable | undefined, hearing: Hearing): Promise<void> {
  if (stream) for await (const _ of hear(stream, hearing));
}
