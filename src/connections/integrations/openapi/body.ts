import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import { toReadableText } from '../../visible-text.ts';
import type { DeclaredBody } from '../declaration.ts';
import type { ArgumentNames } from './argument-names.ts';
import { type JsonObject, UnsupportedOperation } from './document.ts';
import { toFormParts } from './form-parts.ts';
import { toQueryStyle } from './parameters.ts';
import { resolveObject } from './references.ts';
import type { Argument } from './schemas.ts';

const MAX_DESCRIPTION_LENGTH = 1000;

/** Supported body types, preferred first. */
const BODY_TYPES: readonly {
  readonly type: DeclaredBody['type'];
  readonly is: RegExp;
  readonly defaultContentType: string;
}[] = [
  {
    type: 'json',
    is: /^(?:application\/(?:[\w.-]+\+)?json(?:;.*)?|application\/\*|\*\/\*)$/i,
    defaultContentType: 'application/json',
  },
  {
    type: 'form',
    is: /^application\/x-www-form-urlencoded(?:;.*)?$/i,
    defaultContentType: 'application/x-www-form-urlencoded',
  },
  { type: 'multipart', is: /^multipart\/form-data(?:;.*)?$/i, defaultContentType: 'multipart/form-data' },
  { type: 'text', is: /^text\/(?!xml\b)[\w.+*-]+(?:;.*)?$/i, defaultContentType: 'text/plain' },
  {
    type: 'file',
    is: /^(?:(?:image|audio|video|font)\/|application\/(?:octet-stream|pdf|zip|gzip|x-[\w.-]+)$)/i,
    defaultContentType: '',
  },
];

/** The body of an operation and its argument. */
interface Body {
  readonly body: DeclaredBody;
  readonly argument: Argument;
}

/** A supported body type of the document. */
interface ChosenBody {
  readonly type: DeclaredBody['type'];
  readonly name: string;
  readonly defaultContentType: string;
  readonly media: JsonObject;
}

/**
 * Converts the body of an operation to one argument. Returns undefined without a body. Throws UnsupportedOperation if
 * no type can be sent.
 */
export function toDeclaredBody(document: JsonObject, given: unknown, names: ArgumentNames): Body | undefined {
  if (given === undefined) return undefined;
  const request = resolveObject(document, given);
  const content = isRecord(request.content) ? request.content : {};
  if (Object.keys(content).length === 0) return undefined;
  const chosen = chooseBody(document, content);
  const { type, media } = chosen;
  const argument = names.reserve('body', 'body');
  const { files, parts } = type === 'multipart' ? toFormParts(document, media) : { files: [], parts: {} };
  const lines = [toReadableText(request.description, MAX_DESCRIPTION_LENGTH)];
  if (type === 'file') lines.push('The name of a file of this run, whose bytes are sent.');
  if (files.length > 0)
    lines.push(`Files are given by the names of files of this run: ${files.slice(0, 20).join(', ')}.`);
  return {
    body: {
      type,
      from: { whole: argument },
      ...(type === 'form' || type === 'multipart' ? toStyles(media.encoding) : {}),
      ...(Object.keys(parts).length > 0 ? { parts } : {}),
      ...toContentType(chosen),
    },
    argument: {
      name: argument,
      schema: toBodySchema(chosen),
      description: lines.filter((one) => one !== '').join('\n'),
      required: request.required === true,
    },
  };
}

function chooseBody(document: JsonObject, content: JsonObject): ChosenBody {
  const types = Object.keys(content);
  for (const { type, is, defaultContentType } of BODY_TYPES) {
    const name = types.find((one) => is.test(one));
    if (name === undefined) continue;
    const media = resolveObject(document, content[name] ?? {});
    const withFiles = type === 'form' ? findMultipartForm(document, content) : undefined;
    if (withFiles) return withFiles;
    // A wildcard type is JSON unless its schema is binary.
    const isFile = type === 'file' || (name.includes('*') && isBytes(document, media.schema));
    return { type: isFile ? 'file' : type, name, defaultContentType, media };
  }
  const shown = types.slice(0, 5).map((one) => toReadableText(one, 100));
  throw new UnsupportedOperation(operationFailures.operation_body_type({ types: shown }));
}

/** Returns the multipart form if it has files: an URL-encoded form cannot send them. */
function findMultipartForm(document: JsonObject, content: JsonObject): ChosenBody | undefined {
  const found = BODY_TYPES.find(({ type }) => type === 'multipart');
  const name = Object.keys(content).find((one) => found?.is.test(one));
  if (!found || name === undefined) return undefined;
  const media = resolveObject(document, content[name] ?? {});
  return toFormParts(document, media).files.length > 0 ? { ...found, name, media } : undefined;
}

function isBytes(document: JsonObject, schema: unknown): boolean {
  return isRecord(schema) && resolveObject(document, schema).format === 'binary';
}

function toBodySchema({ type, media }: ChosenBody): unknown {
  if (type === 'text') return { type: 'string' };
  return type === 'file' ? { type: 'string', minLength: 1 } : (media.schema ?? {});
}

function toContentType({ type, name, defaultContentType }: ChosenBody): Pick<DeclaredBody, 'contentType'> {
  const exact = name.includes('*') || name.toLowerCase() === defaultContentType;
  return exact || type === 'multipart' ? {} : { contentType: name };
}

/** Converts the encoding of a form to styles. */
function toStyles(encoding: unknown): Pick<DeclaredBody, 'styles'> {
  if (!isRecord(encoding)) return {};
  const entries = Object.entries(encoding).flatMap(([name, one]) => {
    // By default, list items repeat the name.
    if (!isRecord(one) || (one.style === undefined && one.explode === undefined)) return [];
    const { style } = toQueryStyle(one);
    return style === undefined ? [] : [[name, style] as const];
  });
  return entries.length === 0 ? {} : { styles: Object.fromEntries(entries) };
}
