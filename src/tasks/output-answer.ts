import type { ErrorObject } from 'ajv';
import { LRUCache } from 'lru-cache';
import { hasBigInt } from '../platform/json.ts';
import { compileTrustedSchema, type SchemaValidator } from '../platform/json-schema.ts';
import { findJsonObject } from '../platform/models/response-json.ts';
import { type JsonType, type OutputFormat, TYPE_PHRASES } from './output-grammar.ts';
import { toOutputSchema } from './output-schema.ts';

/** A model response, parsed by a format. */
type ParsedAnswer =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  /** Corrections for the model. */
  | { readonly ok: false; readonly problems: string[] };

const MAX_PROBLEMS = 20;
const MAX_SHOWN_OPTIONS = 20;
const MAX_NESTING = 100;
const MAX_VALIDATORS = 200;

const validators = new LRUCache<string, SchemaValidator>({ max: MAX_VALIDATORS });

/**
 * Parses a model's text by a format. A Markdown fence and prose around one JSON object are accepted. Characters that
 * the database cannot store are replaced. The format must have passed `checkOutputFormat`.
 */
export function parseAnswer(format: OutputFormat, text: string): ParsedAnswer {
  const found = findJsonObject(text);
  if ('problem' in found) return { ok: false, problems: [found.problem] };
  const unusable: string[] = [];
  const value = toStorable(found.value, '', 0, unusable);
  if (unusable.length > 0) return { ok: false, problems: unusable.slice(0, MAX_PROBLEMS) };
  const { run, validate } = getValidator(format, hasBigInt(value));
  if (run(value)) return { ok: true, value: value as Record<string, unknown> };
  return { ok: false, problems: listProblems(validate.errors ?? [], value) };
}

function getValidator(format: OutputFormat, isExact: boolean): SchemaValidator {
  const key = JSON.stringify([format, isExact]);
  const validator = validators.get(key) ?? compileTrustedSchema(toOutputSchema(format), isExact);
  validators.set(key, validator);
  return validator;
}

/** Copies a parsed JSON value with storable texts. Unfixable values are added to `problems`. */
function toStorable(value: unknown, path: string, depth: number, problems: string[]): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    problems.push(`${describePath(path)} is too large a number`);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_NESTING) {
    problems.push(`the response is nested more than ${MAX_NESTING} levels deep`);
    return null;
  }
  if (Array.isArray(value))
    return value.map((item, index) => toStorable(item, `${path}[${index}]`, depth + 1, problems));
  const entries = Object.entries(value).map(([key, item]) => {
    return [toStorableText(key), toStorable(item, appendKey(path, key), depth + 1, problems)] as const;
  });
  return Object.fromEntries(entries);
}

function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Lists one problem per path, the first one. */
function listProblems(errors: readonly ErrorObject[], value: unknown): string[] {
  const byPath = new Map<string, string>();
  for (const error of errors) {
    const { path, complaint } = explainError(error, value);
    if (!byPath.has(path)) byPath.set(path, `${describePath(path)} ${complaint}`);
    if (byPath.size > MAX_PROBLEMS) break;
  }
  const all = [...byPath.values()];
  return all.length > MAX_PROBLEMS ? [...all.slice(0, MAX_PROBLEMS), 'there are more problems like these'] : all;
}

function explainError(error: ErrorObject, value: unknown): { path: string; complaint: string } {
  const path = formatPath(error.instancePath, value);
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'required':
      return { path: appendKey(path, String(params.missingProperty)), complaint: 'is missing' };
    case 'additionalProperties':
      return { path: appendKey(path, String(params.additionalProperty)), complaint: 'is not part of the format' };
    case 'type':
      return { path, complaint: `must be ${TYPE_PHRASES[params.type as JsonType]}` };
    case 'enum':
      return { path, complaint: `must be one of ${formatOptions(params.allowedValues as readonly unknown[])}` };
    default:
      return { path, complaint: error.message ?? 'does not match the format' };
  }
}

function formatOptions(options: readonly unknown[]): string {
  const shown = options.slice(0, MAX_SHOWN_OPTIONS).map((option) => JSON.stringify(option));
  return shown.join(', ') + (options.length > shown.length ? ', …' : '');
}

/** Converts a JSON pointer to a path such as items[2].price. The value distinguishes indexes from keys. */
function formatPath(pointer: string, value: unknown): string {
  let path = '';
  let current = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path = Array.isArray(current) ? `${path}[${key}]` : appendKey(path, key);
    current = typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined;
  }
  return path;
}

function appendKey(path: string, key: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(key)) return `${path}[${JSON.stringify(key.slice(0, 64))}]`;
  return path === '' ? key : `${path}.${key}`;
}

function describePath(path: string): string {
  return path === '' ? 'the answer' : path;
}
