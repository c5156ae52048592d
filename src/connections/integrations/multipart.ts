import { sha256 } from '../../platform/digest.ts';
import type { DeclaredBody, DeclaredPart } from './declaration.ts';
import { getFile, type RequestFiles } from './files.ts';
import { toPairs } from './query.ts';
import { InvalidArguments, isScalar, toText } from './values.ts';

/** A part without its headers. */
interface Part {
  readonly content: Uint8Array;
  readonly type?: string | undefined;
  readonly file?: string;
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

/**
 * Builds a multipart form of texts, files and JSON objects. A list becomes one part per item, or one JSON part if
 * declared so.
 */
export function buildMultipart(
  members: Readonly<Record<string, unknown>>,
  { parts: declared = {}, styles = {} }: Pick<DeclaredBody, 'parts' | 'styles'>,
  files: RequestFiles,
): { body: Uint8Array; contentType: string } {
  const parts = Object.entries(members).flatMap(([name, value]): Buffer[] => {
    if (value === null || value === undefined) return [];
    const style = Object.hasOwn(styles, name) ? styles[name] : undefined;
    if (style)
      return toPairs({ name }, style, value).map(([key, text]) =>
        serializePart(key, { content: encodeText(key, text) }),
      );
    const { file = false, contentType } = (Object.hasOwn(declared, name) ? declared[name] : undefined) ?? {};
    const isSingleJsonPart = !file && contentType !== undefined && JSON_TYPE.test(contentType);
    const items = isSingleJsonPart ? [value] : [value].flat().filter((item) => item !== null && item !== undefined);
    return items.map((item) =>
      serializePart(name, file ? toFilePart(item, contentType, files) : toTextPart(name, item, contentType)),
    );
  });
  // No part can contain the hash of itself.
  const boundary = `part-${sha256(Buffer.concat(parts)).toString('hex').slice(0, 40)}`;
  const lines = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]);
  const body = Buffer.concat([...lines, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

function toFilePart(named: unknown, contentType: DeclaredPart['contentType'], files: RequestFiles): Part {
  const { name, bytes, mediaType } = getFile(files, named);
  return { content: bytes, type: contentType ?? mediaType, file: name };
}

function toTextPart(name: string, value: unknown, contentType: string | undefined): Part {
  const isJson = contentType === undefined ? !isScalar(value) : JSON_TYPE.test(contentType) || !isScalar(value);
  const text = isJson ? JSON.stringify(value) : toText(value as string | number | boolean);
  return { content: encodeText(name, text), type: contentType ?? (isJson ? 'application/json' : undefined) };
}

function encodeText(name: string, text: string): Buffer {
  if (!text.isWellFormed() || !name.isWellFormed())
    throw new InvalidArguments(`${name.toWellFormed()} is not valid Unicode`);
  return Buffer.from(text);
}

function serializePart(name: string, { content, type, file }: Part): Buffer {
  const named = file === undefined ? '' : `; filename="${escapeName(file)}"`;
  const head = `content-disposition: form-data; name="${escapeName(name)}"${named}\r\n`;
  return Buffer.concat([Buffer.from(`${head}${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`), content]);
}

/** Escapes a name as browsers do. */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
