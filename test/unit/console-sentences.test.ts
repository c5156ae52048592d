import { globSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { describeOperations } from '../../api/openapi/document.ts';
import { OPERATIONS } from '../../api/rooms.ts';
import { sayerOf } from '../../console/src/lib/sentence-forms.ts';
import { sentences as de } from '../../console/src/words/de/sentences/index.ts';
import { schema } from '../../console/src/words/de/sentences/schema.ts';
import { sentences as en } from '../../console/src/words/en/sentences.ts';
import { SCORER_KINDS } from '../../src/evals/scorers/index.ts';
import { GUARDRAIL_KINDS } from '../../src/guardrails/kinds/index.ts';
import { INTEGRATION_KINDS } from '../../src/integrations/kinds/index.ts';
import { Credits } from '../../src/platform/credits.ts';
import { Nullable } from '../../src/platform/schemas.ts';
import { filterUnionErrors } from '../../src/platform/union-errors.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

type Node = Readonly<Record<string, unknown>> & { readonly type?: string };

/** A text of the source with `{0}`, `{1}`, … for the values in it; undefined of what is none. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }, at) => value.cooked + (at < quasis.length - 1 ? `{${at}}` : '')).join('');
}

/** Everything in a tree, and in which call it stands as which argument. */
function* nodesIn(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return;
  if (!Array.isArray(tree)) yield tree as Node;
  for (const below of Object.values(tree)) yield* nodesIn(below);
}

/** The texts that an expression comes to: of a choice, each of the two. */
function textsOf(node: Node | undefined): string[] {
  if (node === undefined) return [];
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((of) => textsOf(of as Node));
  const text = textOf(node);
  return text === undefined ? [] : [text];
}

const sources = globSync(`${ROOT}{src,api,activities}/**/*.ts`).map((file) => {
  const source = readFileSync(file, 'utf8');
  const nodes = [...nodesIn(parseSync(file, source).program)];
  return { file: file.slice(ROOT.length), source, nodes };
});

/** How a room says what is wrong with a field, in a file that refuses fields with a 422. */
const REFUSING = /^(?:errors\.invalid|refused?|problem)$/;
const PROBLEMS = /^(?:Dependency|CaseFile|Document|Skill)Problem$/;

/** Sentences that are said of a field where it is refused. */
function refusals(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { file, source, nodes } of sources) {
    const textAt = ({ start, end }: Node) => source.slice(start as number, end as number);
    const says = ({ type, callee }: Node) =>
      (type === 'CallExpression' && source.includes('errors.invalid(') && REFUSING.test(textAt(callee as Node))) ||
      (type === 'NewExpression' && PROBLEMS.test(textAt(callee as Node)));
    for (const node of nodes.filter(says))
      for (const text of (node.arguments as Node[]).flatMap(textsOf))
        if (/[a-z]{2}.* | .*[a-z]{2}/.test(text)) found.set(text, file);
  }
  return found;
}

/** Patterns of texts in what requests carry, and in the settings of kinds. */
function patterns(): Set<string> {
  const document = describeOperations(OPERATIONS, 'http://localhost') as unknown as Node;
  const kinds = [...SCORER_KINDS, ...GUARDRAIL_KINDS].map(({ config }) => config);
  const bodies = [...nodesIn({ paths: document.paths, schemas: (document.components as Node).schemas })].flatMap(
    ({ requestBody }) => (requestBody ? [requestBody] : []),
  );
  return new Set(
    [...nodesIn([bodies, kinds])].flatMap(({ type, pattern }) =>
      type === 'string' && typeof pattern === 'string' ? [pattern] : [],
    ),
  );
}

describe("the server's sentences in another language", () => {
  it('has each that is said of a refused field', () => {
    const said = refusals();
    expect(said.size).toBeGreaterThan(150);
    expect([...said].filter(([text]) => !Object.hasOwn(de, text))).toEqual([]);
  });

  it('has what each tool of a known service does', () => {
    const told = INTEGRATION_KINDS.flatMap(({ service }) => service?.tools.map(({ description }) => description) ?? []);
    expect(told.length).toBeGreaterThan(40);
    expect(told.filter((text) => !Object.hasOwn(de, text))).toEqual([]);
  });

  it('has none that the server does not say', () => {
    const given = new Set(sources.flatMap(({ nodes }) => nodes.map(textOf)));
    const inQuotes = (text: string) => sources.some(({ source }) => source.includes(`'${text}'`));
    // Of several sentences one is made, and one of a refused field names the field.
    const joined = ['body.{0}: {1}', '{0}; {1}'];
    const ours = Object.keys(de).filter(
      (text) => text.includes(' ') && !joined.includes(text) && !Object.hasOwn(schema, text),
    );
    expect(ours.filter((text) => !given.has(text) && !inQuotes(text))).toEqual([]);
  });

  it('says as many values as there are', () => {
    const placesIn = (text: string) => [...text.matchAll(/\{(\d)/g)].map(([, place]) => Number(place));
    for (const [text, said] of Object.entries({ ...de, ...en }))
      for (const place of placesIn(said)) expect(placesIn(text), text).toContain(place);
  });
});

describe.each(Object.entries({ en, de }))('what a schema says, for people: %s', (_, sentences) => {
  const sentencesOf = (shape: object, value: unknown) => {
    const check = new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(shape);
    check(value);
    return filterUnionErrors(check.errors ?? []).map(({ message = '', params }) => {
      const { allowedValues } = params as { readonly allowedValues?: readonly string[] };
      return allowedValues ? `${message}: ${allowedValues.join(', ')}` : message;
    });
  };

  it('has words of its own for every form of text that a request asks for', () => {
    const say = sayerOf(sentences);
    const general = sentences['must match pattern {0}'];
    expect(general).toContain(' ');
    expect(say('must match pattern "never"')).toBe(general);
    expect(patterns().size).toBeGreaterThan(15);
    const unsaid = [...patterns()].filter((pattern) => say(`must match pattern "${pattern}"`) === general);
    expect(unsaid).toEqual([]);
  });

  it.each<[object, unknown]>([
    [{ required: ['a'] }, {}],
    [{ type: 'string', minLength: 1 }, ''],
    [{ type: 'string', minLength: 3 }, 'a'],
    [{ type: 'string', maxLength: 3 }, 'abcd'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c'],
    [{ type: 'number', minimum: 1 }, 0],
    [{ type: 'number', maximum: 1 }, 2],
    [{ type: 'number', exclusiveMinimum: 0 }, 0],
    [{ type: 'array', minItems: 1 }, []],
    [{ type: 'array', minItems: 2 }, []],
    [{ type: 'array', maxItems: 0 }, [1]],
    [{ type: 'array', uniqueItems: true }, [1, 1]],
    [{ type: 'object', maxProperties: 0 }, { a: 1 }],
    [{ type: 'object', additionalProperties: false }, { a: 1 }],
    ...['string', 'number', 'integer', 'boolean', 'object', 'array'].map((type): [object, unknown] => [{ type }, null]),
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1],
    [Nullable(Credits), []],
    [Nullable(Credits), 'much'],
    [Nullable(Credits), -1],
  ])('says what is wrong with a value: %j, %j', (shape, value) => {
    const say = sayerOf(sentences);
    const found = sentencesOf(shape, value);
    expect(found).toHaveLength(1);
    const said = say(found[0] ?? '');
    expect(said, found[0]).toMatch(/^[A-Z].*\.$/);
    expect(said).not.toMatch(/\bnull\b|must NOT|[{}]/);
  });
});

describe('a sentence of the server', () => {
  it('is said with its values, and those in words that are such sentences', () => {
    const say = sayerOf(de);
    expect(say('weights must add up to 1, not 0.5')).toBe('Die Anteile müssen zusammen 1 ergeben, nicht 0.5.');
    expect(say('the DNS could not be asked for _x.example.com (ECONNREFUSED)')).toContain('(Verbindung abgelehnt)');
    expect(say('minute: 70 is not from 0 to 59')).toBe('Minute: 70 liegt nicht zwischen 0 und 59.');
    expect(say('body.$.note: is missing: payload_mapping takes text from there')).toBe(
      '$.note: Dort steht nichts. Von dort kommt text (payload_mapping).',
    );
    expect(say('"a" is not in it; "b" is in it')).toBe('"a" kommt nicht vor. "b" kommt vor.');
    expect(say('pay was not called as it should be')).toBe('pay wurde nicht aufgerufen, wie es sein sollte.');
    expect(say('pay was not called as it should be, or not in its place')).toBe(
      'pay wurde nicht oder nicht an seiner Stelle aufgerufen.',
    );
    expect(say('must be string or number or null')).toBe('Das muss Text oder eine Zahl sein.');
  });

  it('is not said by half: one that is not known stays as it is', () => {
    const say = sayerOf(de);
    for (const text of ['something else', 'must be brave or wise', 'minute: something else', `a${'b'.repeat(3000)}`])
      expect(say(text), text).toBeUndefined();
  });
});
