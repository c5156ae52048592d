import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import type { DeclaredBody } from '../declared.ts';
import type { ArgumentNames } from './argument-names.ts';
import { type JsonObject, Unsupported } from './document.ts';
import { partsOf } from './form-parts.ts';
import { styleOf } from './parameters.ts';
import { followed } from './references.ts';
import type { Argument } from './schemas.ts';
import { readable } from './texts.ts';

const LONGEST_DESCRIPTION = 1000;

/** Types of bodies that can be sent, the best first. */
const TYPES: readonly { readonly type: DeclaredBody['type']; readonly is: RegExp; readonly usual: string }[] = [
  {
    type: 'json',
    is: /^(?:application\/(?:[\w.-]+\+)?json(?:;.*)?|application\/\*|\*\/\*)$/i,
    usual: 'application/json',
  },
  { type: 'form', is: /^application\/x-www-form-urlencoded(?:;.*)?$/i, usual: 'application/x-www-form-urlencoded' },
  { type: 'multipart', is: /^multipart\/form-data(?:;.*)?$/i, usual: 'multipart/form-data' },
  { type: 'text', is: /^text\/(?!xml\b)[\w.+*-]+(?:;.*)?$/i, usual: 'text/plain' },
  {
    type: 'file',
    is: /^(?:(?:image|audio|video|font)\/|application\/(?:octet-stream|pdf|zip|gzip|x-[\w.-]+)$)/i,
    usual: '',
  },
];

/** The body of an operation and the argument that it is made of. */
export interface Body {
  readonly body: DeclaredBody;
  readonly argument: Argument;
}

/** A type of the body that can be sent, as the document has it. */
interface Chosen {
  readonly type: DeclaredBody['type'];
  readonly name: string;
  readonly usual: string;
  readonly media: JsonObject;
}

/** The body of an operation, one argument as a whole; undefined where it takes none. Throws Unsupported where none can be sent. */
export function bodyOf(document: JsonObject, given: unknown, names: ArgumentNames): Body | undefined {
  if (given === undefined) return undefined;
  const request = followed(document, given);
  const content = isRecord(request.content) ? request.content : {};
  if (Object.keys(content).length === 0) return undefined;
  const chosen = chosenOf(document, content);
  const { type, media } = chosen;
  const argument = names.take('body', 'body');
  const { files, parts } = type === 'multipart' ? partsOf(document, media) : { files: [], parts: {} };
  const told = [readable(request.description, LONGEST_DESCRIPTION)];
  if (type === 'file') told.push('The name of a file of this run, whose bytes are sent.');
  if (files.length > 0)
    told.push(`Files are given by the names of files of this run: ${files.slice(0, 20).join(', ')}.`);
  return {
    body: {
      type,
      from: { whole: argument },
      ...(type === 'form' || type === 'multipart' ? stylesOf(media.encoding) : {}),
      ...(Object.keys(parts).length > 0 ? { parts } : {}),
      ...contentTypeOf(chosen),
    },
    argument: {
      name: argument,
      schema: schemaOf(chosen),
      description: told.filter((one) => one !== '').join('\n'),
      required: request.required === true,
    },
  };
}

function chosenOf(document: JsonObject, content: JsonObject): Chosen {
  const types = Object.keys(content);
  for (const { type, is, usual } of TYPES) {
    const name = types.find((one) => is.test(one));
    if (name === undefined) continue;
    const media = followed(document, content[name] ?? {});
    const withFiles = type === 'form' ? formWithFiles(document, content) : undefined;
    if (withFiles) return withFiles;
    // What may be of any type is JSON unless it is said to be bytes.
    const isFile = type === 'file' || (name.includes('*') && isBytes(document, media.schema));
    return { type: isFile ? 'file' : type, name, usual, media };
  }
  const shown = types.slice(0, 5).map((one) => readable(one, 100));
  throw new Unsupported(operationFailures.operation_body_type({ types: shown }));
}

/** The form of several parts, where it has files: of the two kinds of forms only that one can send them. */
function formWithFiles(document: JsonObject, content: JsonObject): Chosen | undefined {
  const found = TYPES.find(({ type }) => type === 'multipart');
  const name = Object.keys(content).find((one) => found?.is.test(one));
  if (!found || name === undefined) return undefined;
  const media = followed(document, content[name] ?? {});
  return partsOf(document, media).files.length > 0 ? { ...found, name, media } : undefined;
}

function isBytes(document: JsonObject, schema: unknown): boolean {
  return isRecord(schema) && followed(document, schema).format === 'binary';
}

function schemaOf({ type, media }: Chosen): unknown {
  if (type === 'text') return { type: 'string' };
  return type === 'file' ? { type: 'string', minLength: 1 } : (media.schema ?? {});
}

function contentTypeOf({ type, name, usual }: Chosen): Pick<DeclaredBody, 'contentType'> {
  const exact = name.includes('*') || name.toLowerCase() === usual;
  return exact || type === 'multipart' ? {} : { contentType: name };
}

/** How the members of a form are written that the document says something about. */
function stylesOf(encoding: unknown): Pick<DeclaredBody, 'styles'> {
  if (!isRecord(encoding)) return {};
  const said = Object.entries(encoding).flatMap(([name, one]) => {
    // Without a word about it, lists stand under a name each, as they do anyhow.
    if (!isRecord(one) || (one.style === undefined && one.explode === undefined)) return [];
    const { style } = styleOf(one);
    return style === undefined ? [] : [[name, style] as const];
  });
  return said.length === 0 ? {} : { styles: Object.fromEntries(said) };
}
