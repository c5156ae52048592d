import { sha256 } from '../platform/digest.ts';
import { isPlain, textOf, UnfitArguments } from './values.ts';

/** A form of several parts, all of them text; objects are written as JSON, and a list is a part for each of its items. */
export function multipartOf(members: Readonly<Record<string, unknown>>): { body: string; contentType: string } {
  const parts = Object.entries(members).flatMap(([name, value]) =>
    [value].flat().flatMap((item) => (item === null || item === undefined ? [] : partOf(name, item))),
  );
  // Nobody finds a text that holds the hash of itself.
  const boundary = `part-${sha256(parts.join()).toString('hex').slice(0, 40)}`;
  const body = [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('');
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

function partOf(name: string, value: unknown): string {
  const text = isPlain(value) ? textOf(value) : JSON.stringify(value);
  if (!text.isWellFormed() || !name.isWellFormed())
    throw new UnfitArguments(`${name.toWellFormed()} is not valid Unicode`);
  // As browsers write names that would end the header.
  const written = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const type = isPlain(value) ? '' : 'content-type: application/json\r\n';
  return `content-disposition: form-data; name="${written}"\r\n${type}\r\n${text}`;
}
