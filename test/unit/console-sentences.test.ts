import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../console/src/lib/sentence-translator.ts';
import { sentences as de } from '../../console/src/words/de/sentences/index.ts';
import { sentences as en } from '../../console/src/words/en/sentences.ts';
import { INTEGRATION_KINDS } from '../../src/connections/integrations/kinds/index.ts';

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

describe("the server's sentences in another language", () => {
  it('has each that is said of a refused field', () => {
    const said = refusals();
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
    const ours = Object.keys(de).filter((text) => text.includes(' ') && !joined.includes(text));
    expect(ours.filter((text) => !given.has(text) && !inQuotes(text))).toEqual([]);
  });

  it('says as many values as there are', () => {
    const placesIn = (text: string) => [...text.matchAll(/\{(\d)/g)].map(([, place]) => Number(place));
    for (const [text, said] of Object.entries({ ...de, ...en }))
      for (const place of placesIn(said)) expect(placesIn(text), text).toContain(place);
  });
});

describe('a sentence of the server', () => {
  it('is said with its values, and those in words that are such sentences', () => {
    const say = createTranslator(de);
    expect(say('the DNS query failed for _x.example.com (ECONNREFUSED)')).toContain('(Verbindung abgelehnt)');
    expect(say('"a" is not in it; "b" is in it')).toBe('"a" kommt nicht vor. "b" kommt vor.');
    expect(say('pay was not called as expected')).toBe('pay wurde nicht aufgerufen, wie es sein sollte.');
    expect(say('pay was not called as expected, or not in this position')).toBe(
      'pay wurde nicht oder nicht an seiner Stelle aufgerufen.',
    );
  });

  it('is not said by half: one that is not known stays as it is', () => {
    const say = createTranslator(de);
    for (const text of ['something else', 'must be brave or wise', 'something: else', `a${'b'.repeat(3000)}`])
      expect(say(text), text).toBeUndefined();
  });
});
