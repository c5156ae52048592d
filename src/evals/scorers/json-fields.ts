import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { parseJson } from '../../platform/json.ts';
import type { Message } from '../../platform/messages.ts';
import { scorerProblems } from '../problems.ts';
import { evalReasons } from '../reasons.ts';
import type { ScorerKind } from './kind.ts';

/** A rule for one field of the output. */
export interface FieldRule {
  readonly path: string;
  /** Required value. Undefined for the value in the expected output. */
  readonly value?: unknown;
  /** Maximum difference of a number. */
  readonly tolerance?: number;
  readonly ignore_case?: boolean;
}

/** Steps of a path, as in `total`, `lines[0].price` or `["odd key"]`. */
const STEP = /(?:^|\.)([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\]/uy;

/** Parses a path. Returns undefined if it is invalid. */
export function parsePath(path: string): (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  const from = path.startsWith('$.') ? 2 : path.startsWith('$[') ? 1 : 0;
  const rest = path === '$' ? '' : path.slice(from);
  if (rest.startsWith('.')) return undefined;
  STEP.lastIndex = 0;
  for (let at = 0; at < rest.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const found = STEP.exec(rest);
    if (!found) return undefined;
    const [, name, place, key] = found;
    const step = name ?? (place === undefined ? parseKey(key) : Number(place));
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return steps.length === 0 ? undefined : steps;
}

function parseKey(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : (parseJson(text) as string);
  } catch {
    return undefined;
  }
}

const Rule = Type.Object(
  {
    path: Type.String({ minLength: 1, maxLength: 500 }),
    value: Type.Optional(Type.Unknown()),
    tolerance: Type.Optional(Type.Number({ minimum: 0 })),
    ignore_case: Type.Optional(Type.Boolean({ default: false })),
  },
  { additionalProperties: false },
);

/** Passes if single fields of a JSON output match. */
export const jsonFields: ScorerKind<'json_fields'> = {
  name: 'json_fields',
  description:
    'Passes if the field at each `path` of `fields` equals `value`, or the field of the expected output. Numbers may differ by `tolerance`.',
  targets: ['task', 'task_agent'],
  config: Type.Object({ fields: Type.Array(Rule, { minItems: 1, maxItems: 100 }) }),
  check(config) {
    const rules = config.fields as readonly FieldRule[];
    const at = rules.findIndex(({ path }) => parsePath(path) === undefined);
    if (at >= 0) return { at: ['fields', at, 'path'], problem: scorerProblems.invalid_field_path };
    const textRule = rules.findIndex(
      ({ value, tolerance }) => tolerance !== undefined && value !== undefined && !isNumber(value),
    );
    return textRule < 0
      ? undefined
      : { at: ['fields', textRule, 'tolerance'], problem: scorerProblems.tolerance_without_number };
  },
};

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

/** Parses a text as JSON if possible: agents return JSON as text. */
function toJson(output: unknown): unknown {
  if (typeof output !== 'string') return output;
  try {
    return parseJson(output);
  } catch {
    return output;
  }
}

function at(value: unknown, path: string): unknown {
  let current = value;
  for (const step of parsePath(path) ?? []) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

/**
 * Returns a reason per mismatch, and the number of compared fields. Fields without a given or expected value do not
 * count.
 */
export function compareFields(
  rules: readonly FieldRule[],
  output: unknown,
  expected: unknown,
): { readonly held: number; readonly mismatches: readonly Message[] } {
  const [is, should] = [toJson(output), toJson(expected)];
  const held = rules
    .map((rule) => ({ rule, required: rule.value === undefined ? at(should, rule.path) : rule.value }))
    .filter(({ required }) => required !== undefined);
  const wrong = held.filter(({ rule, required }) => !matchesRule(rule, at(is, rule.path), required));
  return {
    held: held.length,
    mismatches: wrong.map(({ rule: { path }, required }) =>
      evalReasons.field_different({ path, value: formatValue(at(is, path)), expected: formatValue(required) }),
    ),
  };
}

/** Relative tolerance for rounding errors of decimal sums. */
const ROUNDING_TOLERANCE = 1e-9;

/** Distance of two large integers, which doubles would round to equal values. */
const getDistance = (a: bigint, b: bigint) => Math.abs(Number(a - b));

function matchesRule({ tolerance, ignore_case }: FieldRule, value: unknown, required: unknown): boolean {
  if (tolerance !== undefined && isNumber(required)) {
    if (!isNumber(value)) return false;
    if (typeof value === 'bigint' && typeof required === 'bigint') return getDistance(value, required) <= tolerance;
    const [is, should] = [Number(value), Number(required)];
    return Math.abs(is - should) <= tolerance + ROUNDING_TOLERANCE * Math.max(Math.abs(should), tolerance);
  }
  if (ignore_case && typeof required === 'string')
    return typeof value === 'string' && value.toLowerCase() === required.toLowerCase();
  return isDeepStrictEqual(value, required);
}

/** Maximum characters of a value in reasons. */
const MAX_VALUE_LENGTH = 80;

function formatValue(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
