import { isRecord } from '../platform/json-schema.ts';
/** The grammar of a task's output_format. Pure. */

/** Type names of the grammar, and the JSON type each stands for. */
export const JSON_TYPES: ReadonlyMap<unknown, JsonType> = new Map<string, JsonType>([
  ['str', 'string'],
  ['string', 'string'],
  ['int', 'integer'],
  ['integer', 'integer'],
  ['number', 'number'],
  ['float', 'number'],
  ['bool', 'boolean'],
  ['boolean', 'boolean'],
  ['list', 'array'],
  ['object', 'object'],
]);

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/**
 * What an answer has to look like: its keys, all of them required. A value is a type name or an object of
 * - `type`: one of the type names;
 * - `description`: told to the model;
 * - `options`: the only allowed values; on a list, the only allowed values of its items;
 * - `item_type`: type of a list's items; without it they may be anything;
 * - `nested_structure`: the format of an object, or of the objects in a list; without it they may be anything.
 *
 * Null is the same as leaving a member out. Only `checkOutputFormat` tells whether a value follows this.
 */
export type OutputFormat = Readonly<Record<string, unknown>>;

/** Something wrong with a format. */
export interface FormatProblem {
  /** Keys and indexes that lead to the place, from the format's root. */
  readonly path: (string | number)[];
  /** What is wrong there, without the path: "must be a text". */
  readonly message: string;
}

const MAX_DEPTH = 10;
const MAX_KEYS = 500;
const MAX_DESCRIPTION = 2000;
const MAX_OPTIONS = 500;
const MAX_OPTION_LENGTH = 1000;
const MAX_PROBLEMS = 50;

const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const MEMBERS = ['type', 'description', 'options', 'item_type', 'nested_structure'];
const TYPE_MESSAGE = `must be one of ${[...JSON_TYPES.keys()].join(', ')}`;

type Path = FormatProblem['path'];
type Problems = Generator<FormatProblem, void>;

/** Lists what is wrong with a value that is meant to be an output_format, at most 50 problems; none when it is one. */
export function checkOutputFormat(value: unknown): FormatProblem[] {
  const problems: FormatProblem[] = [];
  for (const problem of checkStructure(value, [], 1, { left: MAX_KEYS })) {
    problems.push(problem);
    if (problems.length === MAX_PROBLEMS) break;
  }
  return problems;
}

function* checkStructure(value: unknown, path: Path, depth: number, keys: { left: number }): Problems {
  const entries = isRecord(value) ? Object.entries(value) : [];
  if (!isRecord(value)) yield { path, message: 'must be an object of keys and their types' };
  else if (entries.length === 0) yield { path, message: 'must have at least one key' };
  if (depth > MAX_DEPTH) {
    yield { path, message: `is nested more than ${MAX_DEPTH} levels deep` };
    return;
  }
  for (const [key, field] of entries) {
    if (keys.left === 0) yield { path: [], message: `has more than ${MAX_KEYS} keys in all` };
    keys.left -= 1;
    if (keys.left < 0) return;
    const place = [...path, key];
    if (!KEY.test(key)) yield { path: place, message: 'is no key: those are 1 to 64 letters, digits, "_", "." or "-"' };
    // In many programs that read an answer, assigning to this key does something else than setting it.
    else if (key === '__proto__') yield { path: place, message: 'is a key that is not allowed' };
    else if (typeof field === 'string') yield* checkTypeName(field, place);
    else if (isRecord(field)) yield* checkField(field, place, depth, keys);
    else yield { path: place, message: 'must be a type name or an object with a type' };
  }
}

function* checkField(field: Record<string, unknown>, path: Path, depth: number, keys: { left: number }): Problems {
  const given = new Map(Object.entries(field).filter(([, item]) => item !== null && item !== undefined));
  for (const member of Object.keys(field)) {
    if (!MEMBERS.includes(member)) {
      yield { path: [...path, member], message: `is unknown here; known are ${MEMBERS.join(', ')}` };
    }
  }
  if (given.has('type')) yield* checkTypeName(given.get('type'), [...path, 'type']);
  else yield { path: [...path, 'type'], message: 'is missing' };
  const type = JSON_TYPES.get(given.get('type'));
  const itemType = JSON_TYPES.get(given.get('item_type'));
  if (given.has('description')) yield* checkText(given.get('description'), [...path, 'description'], MAX_DESCRIPTION);
  if (given.has('item_type')) {
    const place = [...path, 'item_type'];
    if (type !== undefined && type !== 'array') yield { path: place, message: 'belongs on a list only' };
    else yield* checkTypeName(given.get('item_type'), place);
  }
  if (given.has('options')) yield* checkOptions(given.get('options'), type, itemType, [...path, 'options']);
  if (given.has('nested_structure')) {
    const place = [...path, 'nested_structure'];
    if (type === undefined || type === 'object' || (type === 'array' && itemType === 'object')) {
      yield* checkStructure(given.get('nested_structure'), place, depth + 1, keys);
    } else yield { path: place, message: 'belongs on an object, or on a list whose item_type is object' };
  }
}

function* checkOptions(
  options: unknown,
  type: JsonType | undefined,
  itemType: JsonType | undefined,
  path: Path,
): Problems {
  const optionType = type === 'array' ? itemType : type;
  if (!Array.isArray(options)) yield { path, message: 'must be a list of values' };
  else if (options.length === 0) yield { path, message: 'must have at least one value' };
  else if (options.length > MAX_OPTIONS) yield { path, message: `must have at most ${MAX_OPTIONS} values` };
  else if (type === 'array' && itemType === undefined) yield { path, message: 'need an item_type on a list' };
  else if (optionType === 'array' || optionType === 'object') {
    yield { path, message: 'belong on texts, numbers and booleans, or on lists of these' };
  } else if (optionType !== undefined) yield* checkOptionValues(options, optionType, path);
}

function* checkOptionValues(options: readonly unknown[], type: ScalarType, path: Path): Problems {
  const seen = new Set<unknown>();
  for (const [index, option] of options.entries()) {
    const place = [...path, index];
    if (!isOfType(option, type)) yield { path: place, message: `must be ${TYPE_WORDS[type]}` };
    else if (typeof option === 'string') yield* checkText(option, place, MAX_OPTION_LENGTH);
    if (seen.has(option)) yield { path: place, message: 'repeats another option' };
    seen.add(option);
  }
}

function* checkTypeName(value: unknown, path: Path): Problems {
  if (!JSON_TYPES.has(value)) yield { path, message: TYPE_MESSAGE };
}

function* checkText(value: unknown, path: Path, max: number): Problems {
  if (typeof value !== 'string') yield { path, message: 'must be a text' };
  else if (value.length > max) yield { path, message: `must be at most ${max} characters long` };
  else if (value.includes('\0') || !value.isWellFormed()) {
    yield { path, message: 'contains a character that is not allowed' };
  }
}

/** How a type is called in a sentence: "must be …". */
export const TYPE_WORDS: Readonly<Record<JsonType, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

type ScalarType = Exclude<JsonType, 'array' | 'object'>;

function isOfType(value: unknown, type: ScalarType): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}
