import { isDeepStrictEqual } from 'node:util';
import { parseJson, stringifyJson } from '../../client/index.ts';
import { type Filed, textOf } from './files.ts';
import { type Doc, KINDS, keyOf, titleOf } from './kinds.ts';
import { type Names, revisionWith } from './names.ts';
import type { Present } from './present.ts';
import { Problem } from './problem.ts';

/** What is to be done with one file. */
export interface Step {
  readonly path: string;
  readonly doc: Doc;
  /** What it is of; undefined where it is to be made. */
  readonly present: Present | undefined;
  readonly does: 'create' | 'update' | 'activate' | 'nothing';
  /** Whether what it says or does is another than what serves. */
  readonly revises: boolean;
}

/** What is to be done, in an order in which everything that is named is there. Throws one Problem that says all that is wrong. */
export function planOf(filed: readonly Filed[], present: readonly Present[], names: Names): Step[] {
  const problems: string[] = [];
  for (const { doc } of filed) names.promise(doc);
  for (const { path, doc } of filed) problems.push(...missingIn(doc, names).map((line) => `${path}: ${line}`));
  for (const { path, doc } of filed) {
    const same = present.filter((one) => keyOf(one.doc) === keyOf(doc));
    if (same.length > 1) problems.push(`${path}: the project has ${same.length} of the name: the ${titleOf(doc)}`);
  }
  const ordered = inOrder(filed, problems);
  if (problems.length > 0) throw new Problem(problems.join('\n'));
  return ordered.map(({ path, doc: written }) => {
    const doc = withUsualNames(written, names);
    const found = present.find((one) => keyOf(one.doc) === keyOf(doc));
    return { path, doc, present: found, ...(found ? changeOf(doc, found) : { does: 'create', revises: true }) };
  });
}

/** The same with everything called what exports call it: models have aliases, and upper and lower case count for nothing. */
function withUsualNames(doc: Doc, names: Names): Doc {
  const revision = revisionWith(doc.revision, (type, name) => {
    const found = names.idOf(type, name);
    return 'id' in found && found.id !== null ? (names.nameOf(type, found.id) ?? name) : name;
  });
  return { ...doc, revision };
}

function changeOf(doc: Doc, { doc: now, newest }: Present): Pick<Step, 'does' | 'revises'> {
  const isSo = (of: 'fields' | 'revision', other: Doc) =>
    Object.entries(doc[of]).every(([name, value]) => isDeepStrictEqual(plain(value), plain(other[of][name])));
  const revises = !isSo('revision', now);
  if (!isSo('fields', now)) return { does: 'update', revises };
  if (!revises) return { does: 'nothing', revises };
  return { does: newest && isSo('revision', newest.doc) ? 'activate' : 'update', revises };
}

/** A value as it comes out of a file. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : parseJson(stringifyJson(value)));

/** What a file names and is not there, a sentence each. */
function missingIn(doc: Doc, names: Names): string[] {
  const missing: string[] = [];
  const look = (type: Parameters<Names['idOf']>[0], name: string, at: string) => {
    const found = names.idOf(type, name);
    if ('problem' in found) missing.push(`${at}: ${found.problem}`);
    return name;
  };
  revisionWith(doc.revision, look);
  for (const field of ['task', 'agent'] as const)
    if (typeof doc.fields[field] === 'string') look(field, doc.fields[field], field);
  return missing;
}

/** Kinds one after the other, and agents after those that they have as tools. */
function inOrder(filed: readonly Filed[], problems: string[]): Filed[] {
  const byKind = KINDS.flatMap((kind) => filed.filter(({ doc }) => doc.kind === kind));
  const agents = new Map(byKind.filter(({ doc }) => doc.kind === 'agent').map((one) => [nameOf(one.doc), one]));
  const done = new Set<Filed>();
  const visit = (one: Filed, above: readonly Filed[]) => {
    if (done.has(one)) return;
    if (above.includes(one)) {
      const ring = [...above.slice(above.indexOf(one)), one].map(({ doc }) => doc.fields.name).join(' → ');
      problems.push(`${one.path}: agents have each other as tools: ${ring}`);
      done.add(one);
      return;
    }
    for (const name of one.doc.kind === 'agent' ? calledBy(one.doc) : []) {
      const called = agents.get(name);
      if (called) visit(called, [...above, one]);
    }
    done.add(one);
  };
  for (const one of byKind) visit(one, []);
  return [...done];
}

const nameOf = ({ fields }: Doc) => String(fields.name).toLowerCase();

function calledBy({ revision }: Doc): string[] {
  const called: string[] = [];
  revisionWith({ agent_tools: revision.agent_tools ?? [] }, (type, name) => {
    if (type === 'agent') called.push(name.toLowerCase());
    return name;
  });
  return called;
}

/** The lines in which a file differs from what is there, those that go marked by -, those that come by +. */
export function diffOf({ doc, present }: Step): string[] {
  const after = textOf(doc).split('\n');
  if (!present) return after.filter((line) => line !== '').map((line) => `+ ${line}`);
  const shown = (of: 'fields' | 'revision') =>
    Object.fromEntries(Object.keys(doc[of]).map((name) => [name, present.doc[of][name] ?? null]));
  const before = textOf({ kind: doc.kind, fields: shown('fields'), revision: shown('revision') }).split('\n');
  return lineDiff(before, after);
}

/** Lines that differ between the first and the last that do; in texts so long that comparing them would take, all of those. */
export function lineDiff(before: readonly string[], after: readonly string[]): string[] {
  let [start, end] = [0, 0];
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const [gone, come] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (gone.length * come.length > MOST_COMPARED)
    return [...gone.map((line) => `- ${line}`), ...come.map((line) => `+ ${line}`)];
  return compared(gone, come);
}

/** Pairs of lines that are compared. */
const MOST_COMPARED = 4_000_000;

function compared(gone: readonly string[], come: readonly string[]): string[] {
  const width = come.length + 1;
  const longest = new Uint32Array((gone.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = gone.length - 1; row >= 0; row--)
    for (let column = come.length - 1; column >= 0; column--)
      longest[row * width + column] =
        gone[row] === come[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: string[] = [];
  for (let [row, column] = [0, 0]; row < gone.length || column < come.length; ) {
    if (row < gone.length && gone[row] === come[column]) {
      row++;
      column++;
    } else if (column >= come.length || (row < gone.length && at(row + 1, column) >= at(row, column + 1)))
      lines.push(`- ${gone[row++]}`);
    else lines.push(`+ ${come[column++]}`);
  }
  return lines;
}
