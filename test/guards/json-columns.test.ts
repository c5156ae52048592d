import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AGENT_REVISION_FIELDS } from '../../src/agents/fields.ts';
import type { Fields } from '../../src/platform/revision-fields.ts';
import { TASK_REVISION_FIELDS } from '../../src/tasks/fields.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** JSON columns of each table, from the schema. */
const COLUMNS = new Map(
  [...read('src/platform/db/schema.sql').matchAll(/CREATE TABLE public\.(\w+) \((.*?)\n\);/gs)].map(
    ([, table = '', body = '']) => [table, [...body.matchAll(/^ +(\w+) jsonb?\b/gm)].map((match) => match[1] ?? '')],
  ),
);
const TYPES = globSync('src/**/tables.ts', { cwd: ROOT }).map(read).join('\n');

/** The column types that an interface and its parents declare; empty if there is no such interface. */
function typesOf(name: string | undefined): [column: string, type: string][] {
  const [, above = '', body = ''] = new RegExp(`interface ${name}\\b([^{]*)\\{(.*?)\\n\\}`, 's').exec(TYPES) ?? [];
  const parent = /extends (\w+)/.exec(above)?.[1];
  const own = [...body.matchAll(/^ {2}(\w+): (.*);$/gm)];
  return [
    ...own.map(([, column = '', type = '']): [string, string] => [column, type]),
    ...(parent ? typesOf(parent) : []),
  ];
}

it('JSON columns of the schema are typed as JSON, so that writes require json()', () => {
  expect(COLUMNS.size).toBeGreaterThan(30);
  const plain = [...COLUMNS].flatMap(([table, columns]) =>
    typesOf(new RegExp(`^ +${table}: (\\w+);`, 'm').exec(TYPES)?.[1]).flatMap(([column, type]) =>
      columns.includes(column) === /^(Defaulted)?Json</.test(type) ? [] : [`${table}.${column}`],
    ),
  );
  expect(plain).toEqual([]);
});

it.each<[string, Fields]>([
  ['task_revisions', TASK_REVISION_FIELDS],
  ['agent_revisions', AGENT_REVISION_FIELDS],
])('the declared JSON fields of %s are JSON in the schema', (table, fields) => {
  const json = Object.entries(fields).flatMap(([name, field]) => (field.json ? [name] : []));
  // The source of a task's tools is resolved on save, and is no field of it.
  if (table === 'task_revisions') json.push('tool_sources');
  expect(json.toSorted()).toEqual(COLUMNS.get(table)?.toSorted());
});
