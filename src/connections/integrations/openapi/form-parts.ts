import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import type { DeclaredPart } from '../declaration.ts';
import { type JsonObject, UnsupportedOperation } from './document.ts';
import { resolveObject } from './references.ts';

/** Maximum depth to search a form for files. */
const MAX_FORM_DEPTH = 4;
const TYPE = /^[\w.+-]{1,127}\/[\w.+-]{1,127}(?:\s*;\s*[\w.-]{1,50}=[\w.-]{1,50}){0,3}$/;
/** Part types that are sent as text. */
const TEXT_TYPES = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/i;

/** The parts of a form that differ from the default. */
interface FormParts {
  /** Names of file parts. */
  readonly files: readonly string[];
  readonly parts: Readonly<Record<string, DeclaredPart>>;
}

/** Reads the parts of a form from its schema and encoding. Throws UnsupportedOperation for a nested file. */
export function toFormParts(document: JsonObject, { schema, encoding }: JsonObject): FormParts {
  const encodings = isRecord(encoding) ? encoding : {};
  const parts = getProperties(document, schema, MAX_FORM_DEPTH).map(([name, property]) => {
    const contentType = findContentType(Object.hasOwn(encodings, name) ? encodings[name] : undefined);
    const file = isFile(document, property, contentType);
    if (!file && hasFile(document, property, MAX_FORM_DEPTH))
      throw new UnsupportedOperation(operationFailures.operation_nested_file);
    return [name, { ...(file ? { file } : {}), ...toPartType(contentType, file) }] as const;
  });
  const declared = parts.filter(([, part]) => Object.keys(part).length > 0);
  const files = declared.flatMap(([name, { file }]) => (file ? [name] : []));
  return { files, parts: Object.fromEntries(declared) };
}

/** Returns the members of a form, including those of alternatives. */
function getProperties(document: JsonObject, given: unknown, levels: number): (readonly [string, unknown])[] {
  if (!isRecord(given) || levels === 0) return [];
  const { properties, allOf, anyOf, oneOf } = resolveObject(document, given);
  const own = isRecord(properties) ? Object.entries(properties) : [];
  const others = [allOf, anyOf, oneOf].flat().flatMap((one) => getProperties(document, one, levels - 1));
  return [...new Map([...others, ...own])];
}

function findContentType(encodings: unknown): string | undefined {
  return isRecord(encodings) && typeof encodings.contentType === 'string' ? encodings.contentType.trim() : undefined;
}

/** Returns the content type of a part. For a list or pattern, the file decides. */
function toPartType(contentType: string | undefined, file: boolean): Pick<DeclaredPart, 'contentType'> {
  if (contentType === undefined) return {};
  const [first = ''] = contentType.split(',').map((one) => one.trim());
  if (file && first !== contentType) return {};
  return TYPE.test(first) ? { contentType: first } : {};
}

/** Whether a part is a file or a list of files. */
function isFile(document: JsonObject, given: unknown, contentType: string | undefined): boolean {
  if (!isRecord(given)) return false;
  const schema = resolveObject(document, given);
  if (schema.type === 'array') return isRecord(schema.items) && isFile(document, schema.items, contentType);
  return isBytes(schema) || (contentType !== undefined && schema.type === 'string' && !TEXT_TYPES.test(contentType));
}

function isBytes({ format, contentMediaType, contentEncoding }: JsonObject): boolean {
  return format === 'binary' || (typeof contentMediaType === 'string' && contentEncoding === undefined);
}

/** Whether a schema contains a file. */
function hasFile(document: JsonObject, given: unknown, levels: number): boolean {
  if (!isRecord(given) || levels === 0) return false;
  const schema = resolveObject(document, given);
  if (isBytes(schema)) return true;
  const { properties, items, allOf, anyOf, oneOf } = schema;
  const below = [items, allOf, anyOf, oneOf, isRecord(properties) ? Object.values(properties) : undefined].flat();
  return below.some((one) => hasFile(document, one, levels - 1));
}
