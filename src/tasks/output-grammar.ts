import { isRecord } from '../platform/json-schema.ts';
import type { Problem } from '../platform/messages.ts';
import { formatProblems } from './problems.ts';

/** Grammar of a task's output_format. Pure. */

/** Type names of the grammar and their JSON types. */
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
 * Format of a response: its keys, all required. A value is a type name or an object of
 * - `type`: one of the type names;
 * - `description`: text for the model;
 * - `options`: the only allowed values; for a list, of its items;
 * - `item_type`: type of a list's items; any if omitted;
 * - `nested_structure`: format of an object, or of the objects in a list; any if omitted.
 * Null is the same as an omitted member. Only `checkOutputFormat` verifies that a value follows this.
 */
export type OutputFormat = Readonly<Record<string, unknown>>;

/** A problem of a format. */
interface FormatProblem {
  /** Keys and indexes from the format's root. */
  readonly path: (string | number)[];
  /** The problem. */
  readonly problem: Problem;
}

const MAX_DEPTH = 10;
const MAX_KEYS = 500;
const MAX_DESCRIPTION = 2000;
const MAX_OPTIONS = 500;
const MAX_OPTION_LENGTH = 1000;
const MAX_PROBLEMS = 50;

const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const MEMBERS = ['type', 'description', 'options', 'item_type', 'nested_structure'];
const TYPE_NAMES = [...JSON_TYPES.keys()].map(String);

type Path = FormatProblem['path'];
type Problems = Generator<FormatProblem, void>;

/** Lists the problems of an output_format, at most 50. Empty if it is valid. */
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
  if (!isRecord(value)) yield { path, problem: formatProblems.format_not_object };
  else if (entries.length === 0) yield { path, problem: formatProblems.format_without_keys };
  if (depth > MAX_DEPTH) {
    yield { path, problem: formatProblems.format_too_deep({ limit: MAX_DEPTH }) };
    return;
  }
  for (const [key, field] of entries) {
    if (keys.left === 0) yield { path: [], problem: formatProblems.format_too_many_keys({ limit: MAX_KEYS }) };
    keys.left -= 1;
    if (keys.left < 0) return;
    const place = [...path, key];
    if (!KEY.test(key)) yield { path: place, problem: formatProblems.format_invalid_key };
    // In many programs, assigning to this key has side effects.
    else if (key === '__proto__') yield { path: place, problem: formatProblems.format_forbidden_key };
    else if (typeof field === 'string') yield* checkTypeName(field, place);
    else if (isRecord(field)) yield* checkField(field, place, depth, keys);
    else yield { path: place, problem: formatProblems.format_invalid_field };
  }
}

function* checkField(field: Record<string, unknown>, path: Path, depth: number, keys: { left: number }): Problems {
  const members = new Map(Object.entries(field).filter(([, item]) => item !== null && item !== undefined));
  for (const member of Object.keys(field)) {
    if (!MEMBERS.includes(member)) {
      yield { path: [...path, member], problem: formatProblems.format_unknown_member({ known: MEMBERS }) };
    }
  }
  if (members.has('type')) yield* checkTypeName(members.get('type'), [...path, 'type']);
  else yield { path: [...path, 'type'], problem: formatProblems.format_type_missing };
  const type = JSON_TYPES.get(members.get('type'));
  const itemType = JSON_TYPES.get(members.get('item_type'));
  if (members.has('description'))
    yield* checkText(members.get('description'), [...path, 'description'], MAX_DESCRIPTION);
  if (members.has('item_type')) {
    const place = [...path, 'item_type'];
    if (type !== undefined && type !== 'array')
      yield { path: place, problem: formatProblems.format_item_type_without_list };
    else yield* checkTypeName(members.get('item_type'), place);
  }
  if (members.has('options')) yield* checkOptions(members.get('options'), type, itemType, [...path, 'options']);
  if (members.has('nested_structure')) {
    const place = [...path, 'nested_structure'];
    if (type === undefined || type === 'object' || (type === 'array' && itemType === 'object')) {
      yield* checkStructure(members.get('nested_structure'), place, depth + 1, keys);
    } else yield { path: place, problem: formatProblems.format_structure_without_object };
  }
}

function* checkOptions(
  options: unknown,
  type: JsonType | undefined,
  itemType: JsonType | undefined,
  path: Path,
): Problems {
  const optionType = type === 'array' ? itemType : type;
  if (!Array.isArray(options)) yield { path, problem: formatProblems.format_options_not_list };
  else if (options.length === 0) yield { path, problem: formatProblems.format_options_empty };
  else if (options.length > MAX_OPTIONS)
    yield { path, problem: formatProblems.format_too_many_options({ limit: MAX_OPTIONS }) };
  else if (type === 'array' && itemType === undefined)
    yield { path, problem: formatProblems.format_options_without_item_type };
  else if (optionType === 'array' || optionType === 'object') {
    yield { path, problem: formatProblems.format_options_not_scalar };
  } else if (optionType !== undefined) yield* checkOptionValues(options, optionType, path);
}

function* checkOptionValues(options: readonly unknown[], type: ScalarType, path: Path): Problems {
  const seen = new Set<unknown>();
  for (const [index, option] of options.entries()) {
    const place = [...path, index];
    if (!isOfType(option, type)) yield { path: place, problem: formatProblems.format_wrong_option({ expected: type }) };
    else if (typeof option === 'string') yield* checkText(option, place, MAX_OPTION_LENGTH);
    if (seen.has(option)) yield { path: place, problem: formatProblems.format_duplicate_option };
    seen.add(option);
  }
}

function* checkTypeName(value: unknown, path: Path): Problems {
  if (!JSON_TYPES.has(value)) yield { path, problem: formatProblems.format_unknown_type({ known: TYPE_NAMES }) };
}

function* checkText(value: unknown, path: Path, max: number): Problems {
  if (typeof value !== 'string') yield { path, problem: formatProblems.format_not_text };
  else if (value.length > max) yield { path, problem: formatProblems.format_text_too_long({ limit: max }) };
  else if (value.includes('\0') || !value.isWellFormed()) {
    yield { path, problem: formatProblems.format_invalid_text };
  }
}

/** Type names in messages: "must be …". */
export const TYPE_PHRASES: Readonly<Record<JsonType, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

type ScalarType = Exclude<JsonType, 'array' | 'object'>;

function isOfType(value: unknown, type: ScalarType): boolean {
  if (typeof value === 'bigint') return type === 'integer' || type === 'number';
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}
