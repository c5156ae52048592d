import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../console/src/lib/sentence-translator.ts';
import { sentences as de } from '../../console/src/words/de/sentences/index.ts';
import { sentences as en } from '../../console/src/words/en/sentences.ts';
import { INTEGRATION_KINDS } from '../../src/connections/integrations/kinds/index.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

type Node = Readonly<Record<string, unknown>> & { readonly type?: string };

/** A source text with `{0}`, `{1}`, … for its values; undefined if it is none. */
function toTemplate(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }, at) => value.cooked + (at < quasis.length - 1 ? `{${at}}` : '')).join('');
}

/** Visits every node of a tree with the call and argument that contain it. */
function* listNodes(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return;
  if (!Array.isArray(tree)) yield tree as Node;
  for (const below of Object.values(tree)) yield* listNodes(below);
}

/** The possible texts of an expression; both of a conditional. */
function listPossibleTexts(node: Node | undefined): string[] {
  if (node === undefined) return [];
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((of) => listPossibleTexts(of as Node));
  const text = toTemplate(node);
  return text === undefined ? [] : [text];
}

const sources = globSync(`${ROOT}{src,api,activities}/**/*.ts`).map((file) => {
  const source = readFileSync(file, 'utf8');
  const nodes = [...listNodes(parseSync(file, source).program)];
  return { file: file.slice(ROOT.length), source, nodes };
});

/** How a module reports an invalid field, in a file that rejects fields with a 422. */
const REFUSING = /^(?:errors\.invalid|refused?|problem)$/;
const PROBLEMS = /^(?:Dependency|CaseFile|Document|Skill)Problem$/;

/** Sentences about rejected fields. */
function listRefusals(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { file, source, nodes } of sources) {
    const textAt = ({ start, end }: Node) => source.slice(start as number, end as number);
    const says = ({ type, callee }: Node) =>
      (type === 'CallExpression' && source.includes('errors.invalid(') && REFUSING.test(textAt(callee as Node))) ||
      (type === 'NewExpression' && PROBLEMS.test(textAt(callee as Node)));
    for (const node of nodes.filter(says))
      for (const text of (node.arguments as Node[]).flatMap(listPossibleTexts))
        if (/[a-z]{2}.* | .*[a-z]{2}/.test(text)) found.set(text, file);
  }
  return found;
}

describe('a translation of the server’s sentences', () => {
  it('covers each sentence about a rejected field', () => {
    const said = listRefusals();
    expect([...said].filter(([text]) => !Object.hasOwn(de, text))).toEqual([]);
  });

  it('covers the description of each tool of a known service', () => {
    const descriptions = INTEGRATION_KINDS.flatMap(
      ({ service }) => service?.tools.map(({ description }) => description) ?? [],
    );
    expect(descriptions.length).toBeGreaterThan(40);
    expect(descriptions.filter((text) => !Object.hasOwn(de, text))).toEqual([]);
  });

  it('contains none that the server does not send', () => {
    const given = new Set(sources.flatMap(({ nodes }) => nodes.map(toTemplate)));
    const inQuotes = (text: string) => sources.some(({ source }) => source.includes(`'${text}'`));
    // Several sentences are joined, and one about a field names the field.
    const joined = ['body.{0}: {1}', '{0}; {1}'];
    const ours = Object.keys(de).filter((text) => text.includes(' ') && !joined.includes(text));
    expect(ours.filter((text) => !given.has(text) && !inQuotes(text))).toEqual([]);
  });

  it('has as many values as the sentence', () => {
    const placesIn = (text: string) => [...text.matchAll(/\{(\d)/g)].map(([, place]) => Number(place));
    for (const [text, said] of Object.entries({ ...de, ...en }))
      for (const place of placesIn(said)) expect(placesIn(text), text).toContain(place);
  });
});

describe('a translated sentence of the server', () => {
  it('contains its values, and translates those that are sentences too', () => {
    const say = createTranslator(de);
    expect(say('the MCP server Docs is disabled: an editor of the server must enable it; must be in the future')).toBe(
      'Der MCP-Server Docs ist ausgeschaltet. Ein Bearbeiter des Servers schaltet ihn ein. Das muss in der Zukunft liegen.',
    );
  });

  it('is never partial: an unknown one stays unchanged', () => {
    const say = createTranslator(de);
    for (const text of ['something else', 'must be brave or wise', 'something: else', `a${'b'.repeat(3000)}`])
      expect(say(text), text).toBeUndefined();
  });
});
