import type { Ajv, SchemaValidateFunction, ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { toCanonicalJson } from './digest.ts';
import { toDoubles } from './json.ts';

type Exact = number | bigint;

/** Rule of a keyword. Returns the error, or undefined. */
interface Rule {
  readonly type?: 'number' | 'array';
  find(rule: unknown, value: unknown): { readonly params: object; readonly message: string } | undefined;
}

const createLimit = (comparison: string, isKept: (value: Exact, limit: Exact) => boolean): Rule => ({
  type: 'number',
  find: (limit, value) =>
    isKept(value as Exact, limit as Exact)
      ? undefined
      : { params: { comparison, limit }, message: `must be ${comparison} ${String(limit)}` },
});

/** Keywords that compare values. Those of Ajv compare doubles, which round integers beyond ±(2^53−1). */
const RULES: Readonly<Record<string, Rule>> = {
  enum: {
    find(allowedValues, value) {
      if ((allowedValues as unknown[]).some((allowed) => isEqual(allowed, value))) return undefined;
      return { params: { allowedValues }, message: 'must be equal to one of the allowed values' };
    },
  },
  const: {
    find: (allowedValue, value) =>
      isEqual(allowedValue, value) ? undefined : { params: { allowedValue }, message: 'must be equal to constant' },
  },
  uniqueItems: {
    type: 'array',
    find(isUnique, items) {
      const texts = (items as unknown[]).map(toCanonicalJson);
      if (isUnique !== true || new Set(texts).size === texts.length) return undefined;
      return { params: {}, message: 'must NOT have duplicate items' };
    },
  },
  minimum: createLimit('>=', (value, limit) => value >= limit),
  maximum: createLimit('<=', (value, limit) => value <= limit),
  exclusiveMinimum: createLimit('>', (value, limit) => value > limit),
  exclusiveMaximum: createLimit('<', (value, limit) => value < limit),
  multipleOf: {
    type: 'number',
    find: (multipleOf, value) =>
      isMultiple(value as Exact, multipleOf as Exact)
        ? undefined
        : { params: { multipleOf }, message: `must be multiple of ${String(multipleOf)}` },
  },
};

/** Names of the keywords that compare bigints. */
export const EXACT_KEYWORDS: ReadonlySet<string> = new Set(Object.keys(RULES));

/**
 * Compiles a schema by a compiler with `passContext`. Integers of any size are compared by all their digits. The schema
 * has bigints only in {@link EXACT_KEYWORDS}. `validate` has the errors.
 */
export function compileExactly(
  ajv: Ajv | Ajv2020,
  schema: object,
): { validate: ValidateFunction; run: (value: unknown) => boolean } {
  for (const [keyword, { type, find }] of Object.entries(RULES)) {
    const validate: SchemaValidateFunction = function (this: Originals, rule, data, _parent, context) {
      const error = find(rule, findOriginal(this, data, context));
      validate.errors = error && [{ keyword, ...error }];
      return error === undefined;
    };
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ keyword, ...(type && { type }), validate, errors: true });
  }
  const validate = ajv.compile(schema);
  return {
    validate,
    run(value) {
      const doubles = toDoubles(value);
      return validate.call(mapOriginals(doubles, value), doubles) as boolean;
    },
  };
}

/** A value and its objects, by their copies with doubles. */
interface Originals {
  readonly root: unknown;
  readonly objects: ReadonlyMap<unknown, object>;
}

function mapOriginals(copy: unknown, root: unknown): Originals {
  const objects = new Map<unknown, object>();
  const pending: [unknown, unknown][] = [[copy, root]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [one, original] = pair;
    if (typeof original !== 'object' || original === null) continue;
    objects.set(one, original);
    for (const [key, item] of Object.entries(original)) pending.push([Reflect.get(one as object, key), item]);
  }
  return { root, objects };
}

function findOriginal(
  { root, objects }: Originals,
  data: unknown,
  context: Parameters<SchemaValidateFunction>[3],
): unknown {
  const original = objects.get(data);
  if (original !== undefined) return original;
  const holder = objects.get(context?.parentData);
  return holder === undefined ? root : Reflect.get(holder, context?.parentDataProperty ?? '');
}

function isEqual(one: unknown, other: unknown): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a number are compared by their value
  if (isNumeric(one) && isNumeric(other)) return one == other;
  return toCanonicalJson(one) === toCanonicalJson(other);
}

const isNumeric = (value: unknown): value is Exact => typeof value === 'number' || typeof value === 'bigint';

function isMultiple(value: Exact, factor: Exact): boolean {
  if (!isInteger(value) || !isInteger(factor)) return Number.isInteger(Number(value) / Number(factor));
  return BigInt(factor) !== 0n && BigInt(value) % BigInt(factor) === 0n;
}

const isInteger = (value: Exact) => typeof value === 'bigint' || Number.isInteger(value);
