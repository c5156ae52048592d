import { globSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../api/modules.ts';
import { compileMessages } from '../../console/build/messages.ts';
import { messages as de } from '../../console/src/messages/de/index.ts';
import { messages as en } from '../../console/src/messages/en/index.ts';
import { listTexts } from '../../console/src/messages/texts.ts';
import { SCORER_KINDS } from '../../src/evals/scorers/index.ts';
import { TEMPLATES } from '../../src/platform/messages.ts';
import { findPatternProblem } from '../../src/platform/patterns.ts';
import { toSchemaProblem } from '../../src/platform/schema-problems.ts';
import { Nullable } from '../../src/platform/schemas.ts';
import { filterUnionErrors } from '../../src/platform/union-errors.ts';
import { GUARDRAIL_KINDS } from '../../src/tasks/guardrails/kinds/index.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
/** The languages except English. */
const TRANSLATIONS = { de };

const SOURCES = globSync(`${ROOT}{src,api,activities}/**/*.ts`)
  .filter((file) => !file.includes('/migrations/'))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }));

type Node = Readonly<Record<string, unknown>> & {
  readonly type?: string;
  readonly start: number;
  readonly end: number;
};

function* listNodes(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return;
  if (!Array.isArray(tree)) yield tree as Node;
  for (const below of Object.values(tree)) yield* listNodes(below);
}

/** Names of the placeholders in a compiled message. */
function listParams(nodes: unknown): string[] {
  if (!Array.isArray(nodes)) return [];
  const found = nodes.flatMap((node: unknown): string[] => {
    if (!Array.isArray(node)) return [];
    const [name, , branches] = node as [string, number?, object?];
    return [name, ...Object.values(branches ?? {}).flatMap(listParams)];
  });
  return [...new Set(found)].toSorted();
}

/** Returns each ICU message of a catalog with its path. */
function flat(catalog: object, at = ''): [path: string, message: string][] {
  return Object.entries(catalog).flatMap(([key, of]) =>
    typeof of === 'string' ? [[at + key, of] as [string, string]] : flat(of, `${at}${key}.`),
  );
}

describe('the message codes', async () => {
  for (const { file, source } of SOURCES) if (/\bdefine(?:Problems|Messages)\(/.test(source)) await import(file);

  it('are snake case', () => {
    expect(TEMPLATES.size).toBeGreaterThan(80);
    expect([...TEMPLATES.keys()].filter((code) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(code))).toEqual([]);
  });

  it.each(Object.entries(TRANSLATIONS))('are all in the catalog, and no others: %s', (_, { problems }) => {
    expect(Object.keys(problems).toSorted()).toEqual([...TEMPLATES.keys()].toSorted());
  });

  it.each(Object.entries({ en, ...TRANSLATIONS }))(
    'have no catalog value that the server does not send: %s',
    (_, { problems }) => {
      for (const [code, message] of Object.entries(problems))
        expect(listParams(compile(TEMPLATES.get(code) ?? '')), code).toEqual(
          expect.arrayContaining(listParams(compile(message))),
        );
    },
  );
});

/** Text patterns in request schemas and in the settings of kinds. */
function patterns(): Set<string> {
  // The document shows plain patterns of other languages in their place.
  const bodies = OPERATIONS.flatMap(({ request: { body, form } }) => [body, form?.schema]);
  const kinds = [...SCORER_KINDS, ...GUARDRAIL_KINDS].map(({ config }) => config);
  return new Set(
    [...listNodes([bodies, kinds])].flatMap(({ type, pattern }) =>
      type === 'string' && typeof pattern === 'string' ? [pattern] : [],
    ),
  );
}

describe('a schema violation', () => {
  it('has its own code for every pattern of a request', () => {
    expect(patterns().size).toBeGreaterThan(15);
    expect([...patterns()].filter((pattern) => findPatternProblem(pattern) === undefined)).toEqual([]);
  });

  it.each<[object, unknown, string, object]>([
    [{ required: ['a'] }, {}, 'required', {}],
    [{ minLength: 1 }, '', 'min_length', { limit: 1 }],
    [{ maxLength: 3 }, 'abcd', 'max_length', { limit: 3 }],
    [{ enum: ['a', 'b'] }, 'c', 'not_allowed', { allowed: ['a', 'b'] }],
    [{ const: 1 }, 2, 'wrong_constant', { allowed: '1' }],
    [{ minimum: 1 }, 0, 'minimum', { limit: 1 }],
    [{ exclusiveMaximum: 1 }, 2, 'exclusive_maximum', { limit: 1 }],
    [{ multipleOf: 2 }, 3, 'multiple_of', { factor: 2 }],
    [{ minItems: 2 }, [], 'min_items', { limit: 2 }],
    [{ uniqueItems: true }, [1, 1], 'unique_items', {}],
    [{ maxProperties: 0 }, { a: 1 }, 'max_properties', { limit: 0 }],
    [{ type: 'object', additionalProperties: false }, { a: 1 }, 'unknown_property', { property: 'a' }],
    [{ format: 'date-time' }, 'x', 'wrong_format', { format: 'date_time' }],
    [{ pattern: '^b$' }, 'a', 'wrong_pattern', { pattern: '^b$' }],
    [{ type: 'integer' }, 'a', 'wrong_type', { expected: 'integer' }],
    [Nullable({ type: 'string' } as never), 1, 'wrong_type', { expected: 'string' }],
    [
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
      [],
      'wrong_type_of_two',
      { expected: 'string', alternative: 'number' },
    ],
    [{ not: {} }, 1, 'schema_mismatch', {}],
  ])('has a code and its values: %j, %j', (schema, value, code, params) => {
    const ajv = new Ajv({ allErrors: true, strict: false, formats: { 'date-time': /^\d/ } });
    const check = ajv.compile(schema);
    check(value);
    const [found, ...others] = filterUnionErrors(check.errors ?? []).map(toSchemaProblem);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code, params });
    for (const catalog of [en, de]) {
      const { problems } = listTexts<{ readonly problems: Record<string, string> }>(
        compileMessages(catalog) as never,
        'de',
      );
      const said = problems[code];
      const text = typeof said === 'function' ? said(params as never) : (said ?? found?.msg);
      expect(text).toMatch(/^[^{}]+$/);
      expect(text).not.toMatch(/\bnull\b/);
    }
  });
});

describe('the message catalogs of the console', () => {
  const english = new Map(flat(en));

  it.each(Object.entries(TRANSLATIONS))('have each key of the English one, and no others: %s', (_, translation) => {
    const keys = (catalog: object) =>
      flat(catalog)
        .map(([path]) => path)
        .filter((path) => !path.startsWith('problems.'));
    expect(keys(translation).toSorted()).toEqual(keys(en).toSorted());
  });

  it.each(Object.entries(TRANSLATIONS))('have the values of the English one in each message: %s', (_, translation) => {
    for (const [path, message] of flat(translation))
      if (english.has(path) && !path.startsWith('problems.'))
        expect(listParams(compile(message)), path).toEqual(listParams(compile(english.get(path) ?? '')));
  });

  it.each(Object.entries({ en, ...TRANSLATIONS }))(
    'repeat the label of a button in its accessible name: %s',
    (_, catalog) => {
      const messages = new Map(flat(catalog));
      const names = [...messages].filter(([path]) => path.endsWith('Named') && messages.has(path.slice(0, -5)));
      expect(names.length).toBeGreaterThan(20);
      for (const [path, name] of names) {
        const label = messages.get(path.slice(0, -5))?.replace(/ ?…$/, '') ?? '';
        expect(name.toLowerCase(), path).toContain(label.toLowerCase());
      }
    },
  );
});
