import { isDeepStrictEqual } from 'node:util';
import { parseJson, stringifyJson } from '../../client/index.ts';
import type { ExistingRecord } from './existing.ts';
import { type FileEntry, toFileText } from './files.ts';
import { type Document, KINDS, toKey, toTitle } from './kinds.ts';
import { mapRevision, type Names } from './names.ts';
import { UserError } from './user-error.ts';

/** Change to apply for one file. */
export interface Step {
  readonly path: string;
  readonly doc: Document;
  /** Existing record; undefined to create one. */
  readonly present: ExistingRecord | undefined;
  readonly does: 'create' | 'update' | 'activate' | 'nothing';
  /** Whether the content differs from the active revision. */
  readonly revises: boolean;
}

/** Plans the steps in the order of their references. Throws one UserError with all problems. */
export function planSteps(filed: readonly FileEntry[], present: readonly ExistingRecord[], names: Names): Step[] {
  const problems: string[] = [];
  for (const { doc } of filed) names.addExpected(doc);
  for (const { path, doc } of filed)
    problems.push(...listMissingReferences(doc, names).map((line) => `${path}: ${line}`));
  for (const { path, doc } of filed) {
    const same = present.filter((one) => toKey(one.doc) === toKey(doc));
    if (same.length > 1) problems.push(`${path}: the project has ${same.length} of the name: the ${toTitle(doc)}`);
  }
  const ordered = sortByDependency(filed, problems);
  if (problems.length > 0) throw new UserError(problems.join('\n'));
  return ordered.map(({ path, doc: written }) => {
    const doc = normalizeNames(written, names);
    const found = present.find((one) => toKey(one.doc) === toKey(doc));
    return { path, doc, present: found, ...(found ? findChange(doc, found) : { does: 'create', revises: true }) };
  });
}

/** Replaces names by those of exports, because models have aliases and case is ignored. */
function normalizeNames(doc: Document, names: Names): Document {
  const revision = mapRevision(doc.revision, (type, name) => {
    const found = names.idOf(type, name);
    return 'id' in found && found.id !== null ? (names.nameOf(type, found.id) ?? name) : name;
  });
  return { ...doc, revision };
}

function findChange(doc: Document, { doc: now, newest }: ExistingRecord): Pick<Step, 'does' | 'revises'> {
  const isSo = (of: 'fields' | 'revision', other: Document) =>
    Object.entries(doc[of]).every(([name, value]) =>
      isDeepStrictEqual(toFileValue(value), toFileValue(other[of][name])),
    );
  const revises = !isSo('revision', now);
  if (!isSo('fields', now)) return { does: 'update', revises };
  if (!revises) return { does: 'nothing', revises };
  return { does: newest && isSo('revision', newest.doc) ? 'activate' : 'update', revises };
}

/** Converts a value to its form in a file. */
const toFileValue = (value: unknown): unknown => (value === undefined ? undefined : parseJson(stringifyJson(value)));

/** Returns a sentence for each missing reference. */
function listMissingReferences(doc: Document, names: Names): string[] {
  const missing: string[] = [];
  const check = (type: Parameters<Names['idOf']>[0], name: string, at: string) => {
    const found = names.idOf(type, name);
    if ('problem' in found) missing.push(`${at}: ${found.problem}`);
    return name;
  };
  mapRevision(doc.revision, check);
  for (const field of ['task', 'agent'] as const)
    if (typeof doc.fields[field] === 'string') check(field, doc.fields[field], field);
  return missing;
}

/** Sorts by kind, and agents after the agents that they call. */
function sortByDependency(filed: readonly FileEntry[], problems: string[]): FileEntry[] {
  const byKind = KINDS.flatMap((kind) => filed.filter(({ doc }) => doc.kind === kind));
  const agents = new Map(byKind.filter(({ doc }) => doc.kind === 'agent').map((one) => [getName(one.doc), one]));
  const done = new Set<FileEntry>();
  const visit = (one: FileEntry, above: readonly FileEntry[]) => {
    if (done.has(one)) return;
    if (above.includes(one)) {
      const ring = [...above.slice(above.indexOf(one)), one].map(({ doc }) => doc.fields.name).join(' → ');
      problems.push(`${one.path}: agents have each other as tools: ${ring}`);
      done.add(one);
      return;
    }
    for (const name of one.doc.kind === 'agent' ? listCalledAgents(one.doc) : []) {
      const called = agents.get(name);
      if (called) visit(called, [...above, one]);
    }
    done.add(one);
  };
  for (const one of byKind) visit(one, []);
  return [...done];
}

const getName = ({ fields }: Document) => String(fields.name).toLowerCase();

function listCalledAgents({ revision }: Document): string[] {
  const called: string[] = [];
  mapRevision({ agent_tools: revision.agent_tools ?? [] }, (type, name) => {
    if (type === 'agent') called.push(name.toLowerCase());
    return name;
  });
  return called;
}

/** Returns the differences between a file and the existing record: - for removed lines, + for added ones. */
export function diffStep({ doc, present }: Step): string[] {
  const after = toFileText(doc).split('\n');
  if (!present) return after.filter((line) => line !== '').map((line) => `+ ${line}`);
  const shown = (of: 'fields' | 'revision') =>
    Object.fromEntries(Object.keys(doc[of]).map((name) => [name, present.doc[of][name] ?? null]));
  const before = toFileText({ kind: doc.kind, fields: shown('fields'), revision: shown('revision') }).split('\n');
  return lineDiff(before, after);
}

/** Returns the differing lines. For very long texts, returns all lines between the first and last difference. */
export function lineDiff(before: readonly string[], after: readonly string[]): string[] {
  let [start, end] = [0, 0];
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const [gone, come] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (gone.length * come.length > MAX_COMPARED_PAIRS)
    return [...gone.map((line) => `- ${line}`), ...come.map((line) => `+ ${line}`)];
  return diffLines(gone, come);
}

/** Maximum number of line pairs to compare. */
const MAX_COMPARED_PAIRS = 4_000_000;

function diffLines(gone: readonly string[], come: readonly string[]): string[] {
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
