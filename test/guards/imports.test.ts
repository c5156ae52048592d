import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  getModule,
  getModuleLevels,
  type Import,
  isContract,
  LAYERS,
  listImports,
  listModuleArrows,
  listSourceFiles,
  readImports,
} from '../../scripts/imports.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const FILES = listSourceFiles();
const IMPORTS = readImports();

const of = (layer: string) => IMPORTS.filter((item) => item.file.startsWith(`${layer}/`));
const under = (target: string, ...layers: string[]) => layers.some((layer) => target.startsWith(`${layer}/`));
const shown = (imports: readonly Import[]) => imports.map((item) => `${item.file} imports ${item.target}`);

describe('the import parser', () => {
  it('finds all forms of imports and distinguishes types from values', () => {
    const text = [
      "import a from 'a';",
      "import { type B, c } from './b.ts';",
      "import { type D, type E } from '../d.ts';",
      "import type { F } from './f.ts';",
      "import * as g from 'node:g';",
      "import {\n  type H,\n  i,\n} from './h.ts';",
      "export { j } from './j.ts';",
      "export type * from './k.ts';",
      "import './l.ts';",
      "const m = await import('./m.ts');",
      'const notAnImport = 1;',
    ].join('\n');
    const found = listImports('src/module/file.ts', text).map((item) => [item.target, item.typeOnly]);
    expect(found).toEqual([
      ['a', false],
      ['src/module/b.ts', false],
      ['src/d.ts', true],
      ['src/module/f.ts', true],
      ['node:g', false],
      ['src/module/h.ts', false],
      ['src/module/j.ts', false],
      ['src/module/k.ts', true],
      ['src/module/l.ts', false],
      ['src/module/m.ts', false],
    ]);
  });

  it('reads all layers', () => {
    for (const layer of LAYERS) expect(of(layer).length, layer).toBeGreaterThan(2);
  });
});

describe('imports', () => {
  it('of src include nothing of higher layers', () => {
    const bad = of('src').filter((item) => item.local && !under(item.target, 'src'));
    expect(shown(bad), 'move what src needs down, or pass it in').toEqual([]);
  });

  it('of activities come from src only', () => {
    const bad = of('activities').filter((item) => item.local && !under(item.target, 'activities', 'src'));
    expect(shown(bad), 'activities import src only').toEqual([]);
  });

  it('of the API come from src, and include only types of workflows, which it starts by name', () => {
    const bad = of('api').filter(
      (item) => item.local && !under(item.target, 'api', 'src') && !(item.typeOnly && under(item.target, 'workflows')),
    );
    expect(shown(bad), 'the API calls workflows through Temporal and never imports activities').toEqual([]);
  });

  it('of workflows come from the workflow SDK, contracts, each other, and types', () => {
    const bad = of('workflows').filter(({ target, local, typeOnly }) => {
      if (!local) return target !== '@temporalio/workflow';
      if (under(target, 'workflows') || isContract(target)) return false;
      return !(typeOnly && under(target, 'activities', 'src'));
    });
    expect(shown(bad), 'whatever a workflow imports is bundled into its sandbox and must be deterministic').toEqual([]);
  });

  it('of the client come from its own package only', () => {
    const files = globSync('client/*.ts', { cwd: ROOT });
    const imports = files.flatMap((file) => listImports(file, readFileSync(join(ROOT, file), 'utf8')));
    const bad = imports.filter((item) => item.local && !under(item.target, 'client'));
    expect(files.length).toBeGreaterThan(5);
    expect(shown(bad), 'it is published apart from the server').toEqual([]);
  });

  it('of contracts are types, and values of other contracts', () => {
    const bad = IMPORTS.filter((item) => isContract(item.file) && !item.typeOnly && !isContract(item.target));
    expect(shown(bad), 'contracts are bundled into workflows').toEqual([]);
  });

  it('of migrations include no product code', () => {
    const bad = of('src/platform/migrations').filter((item) => item.target !== 'kysely');
    expect(shown(bad), 'a migration is frozen and must not change with the code').toEqual([]);
  });

  it('of modules include no tables of other modules', () => {
    const gathering = ['src/modules.ts'];
    const bad = IMPORTS.filter(
      ({ file, target, local }) =>
        local &&
        /^src\/.*\/tables\.ts$/.test(target) &&
        !gathering.includes(file) &&
        !(basename(file) === 'tables.ts') &&
        getModule(file) !== getModule(target),
    );
    expect(shown(bad), 'modules reach each other through queries and contracts').toEqual([]);
  });

  it('of modules include no composition root that gathers them', () => {
    const roots: Readonly<Record<string, readonly string[]>> = {
      api: ['api/modules.ts'],
      workflows: ['workflows/index.ts'],
      activities: ['activities/modules.ts'],
      src: ['src/modules.ts', 'src/services.ts', 'src/bootstrap.ts'],
    };
    const bad = LAYERS.flatMap((layer) =>
      of(layer).filter(
        ({ file, target }) => getModule(file) !== file.slice(layer.length + 1) && roots[layer]?.includes(target),
      ),
    );
    expect(shown(bad), 'a module takes what it needs of a root as an argument').toEqual([]);
  });

  it('of values form no cycle of files', () => {
    const rings = ringsOf(IMPORTS.filter((item) => !item.typeOnly));
    expect(rings, 'such files work or fail by the order in which they are loaded').toEqual([]);
  });

  it('of the API form no cycle of files, types included', () => {
    expect(ringsOf(of('api')), 'move what both need to a file of its own').toEqual([]);
  });
});

/** Returns the cycles of files that import each other, each as a path. */
function ringsOf(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const item of imports.filter((one) => one.local))
    next.set(item.file, [...(next.get(item.file) ?? []), item.target]);
  const rings: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (file: string, trail: readonly string[]) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      rings.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const target of next.get(file) ?? []) visit(target, [...trail, file]);
    state.set(file, 'done');
  };
  for (const file of FILES) visit(file, []);
  return rings;
}

/** Maximum number of dependencies between modules. It may only decrease. */
const MAX_ARROWS = 79;

describe('the modules of src', () => {
  const levels = getModuleLevels();
  const levelOf = (name: string) => levels.findIndex((names) => names.includes(name));
  const arrows = listModuleArrows(IMPORTS);

  it('each have one level in the order', () => {
    const modules = new Set(FILES.filter((file) => /^src\/[\w-]+\//.test(file)).map(getModule));
    expect(levels.flat().toSorted()).toEqual([...modules].toSorted());
  });

  it('import only modules of lower levels', () => {
    const bad = arrows.filter(({ from, to }) => levelOf(to) >= levelOf(from)).flatMap(({ imports }) => imports);
    expect(bad, 'turn it around: a contract type, an argument, or a registration in src/modules.ts').toEqual([]);
  });

  it('have no more dependencies between them than before', () => {
    expect(arrows.length, 'fewer than before: lower MAX_ARROWS; more: import less').toBe(MAX_ARROWS);
  });
});

/** Syntax that matters to find templates: comments and strings are skipped. */
const CODE = /`|[{}]|\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[\s\S]/y;
const TEMPLATE = /`|\$\{|\\[\s\S]|[\s\S]/y;

/** The literal text of each template of a file, without interpolations. */
function templatesOf(text: string): string[] {
  const found: string[] = [];
  /** Open templates, each with the brace depth at which its text continues. */
  const open: { text: string; depth: number }[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const template = open.at(-1);
    const reads = template?.depth === depth ? TEMPLATE : CODE;
    reads.lastIndex = at;
    const token = reads.exec(text)?.[0] ?? '';
    at += token.length;
    if (token === '`' && reads === CODE) open.push({ text: '', depth });
    else if (token === '`') found.push(open.pop()?.text ?? '');
    else if (token === '{' && reads === CODE) depth += 1;
    else if (token === '}' && reads === CODE) depth -= 1;
    else if (token.endsWith('{') && token.length === 2) depth += 1;
    else if (template && reads === TEMPLATE) template.text += token;
  }
  return found;
}

/** Tables that a file uses, in SQL or in calls of the query builder. */
function tablesIn(text: string): Set<string> {
  const calls =
    /\b(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|rightJoin|fullJoin|using|table)\(\s*\[?\s*'(\w+)/g;
  const clauses =
    /(?:\b(?:from|join|update|into|using)\s+\(?\s*|^\s*\(?(?=\w+\s+\w)(?!(?:update|insert|delete|select|with)\b))(\w+)/gi;
  const matches = [...text.matchAll(calls), ...templatesOf(text).flatMap((sql) => [...sql.matchAll(clauses)])];
  return new Set(matches.map((match) => match[1] ?? ''));
}

/** The module of each table. */
const OWNERS = new Map(
  globSync('src/**/tables.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^ {2}(\w+): \w+Table;/gm)].map(
      (match) => [match[1] ?? '', getModule(file)] as const,
    ),
  ),
);

/** Statements that use tables of other modules on purpose, by file. */
const CROSSING: Readonly<Record<string, readonly string[]>> = {
  // Authenticates and authorizes: one query per request, over roles granted on and to any type.
  'src/access/oauth-clients.ts': ['oauth_clients', 'organizations', 'projects'],
  'src/access/grants.ts': ['organizations', 'projects'],
  'src/access/public-access.ts': ['organizations'],
  'src/access/public-grants.ts': ['task_access_tokens', 'tasks'],
  'src/access/task-token.ts': ['task_access_tokens', 'tasks'],
  'src/access/members.ts': ['organizations', 'projects', 'users'],
  'src/access/delegation.ts': ['organizations', 'projects'],
  'src/access/resource-roles.ts': ['organizations', 'projects'],
  'src/access/subjects.ts': ['organizations', 'projects', 'users'],
  'src/identity/holders.ts': ['organizations', 'projects'],
  'src/identity/oauth/grants.ts': ['organizations', 'projects'],
  'src/organizations/owner-recovery.ts': ['users'],
  'src/organizations/queries.ts': ['organization_accounts', 'projects', 'role_grants', 'users'],
  'src/projects/config.ts': ['organizations'],
  'src/projects/visible.ts': ['organizations', 'role_grants'],
  // Selects the recipients of an approval request, who are all users who may decide it, in one statement.
  'src/agents/notifications/approval-waiting.ts': ['projects', 'role_grants', 'users'],
  'src/agents/calls/rights.ts': ['projects'],
  // Every change is an event of the audit log and of the change feed.
  'src/audit/change-events.ts': ['project_changes'],
  // Runs that wait for a connection continue when it is repaired.
  'src/connections/waits.ts': ['agent_dependencies', 'agent_provisionings', 'run_waits'],
  // Finds the target of a rejected request, which is not verified.
  'src/audit/scopes.ts': ['organizations', 'projects'],
  // Runs of every kind, whose projects may be deleted.
  'src/runs/open.ts': ['projects'],
  // A turn is stored and charged in one statement; runs started by its calls start and end with it.
  'src/agents/tools/task.ts': ['task_runs'],
  'src/tasks/run-end.ts': ['tool_calls'],
  // Checks whether an organization may start a run, and selects who is notified of its balance.
  'src/usage/start-check.ts': ['organizations'],
  'src/usage/top-ups.ts': ['organizations'],
  'src/organizations/notifications/low-credits.ts': ['organization_accounts'],
};

describe('SQL statements', () => {
  it('are found in SQL and in calls of the query builder', () => {
    const text = `
      db.selectFrom('a as x').innerJoin('b', 'b.id', 'x.id'); trx.insertInto('c'); trx.updateTable('d'); trx.deleteFrom('e');
      sql\`select x from f x join g on true where exists (select from (h y)) \${sql\`i z join j on true\`} and k from l\`;
      // sql\`select from m\`
      const words = 'select from n';
      sql.table('o'); sql<{ p: 1 }>\`with q as (update r set s = '\${{ x: 1 }}') insert into t select \${u ? v : \`from w\`}\`;`;
    const names = [...'abcdefghijklmnopqrstuvwxyz'].filter((name) => tablesIn(text).has(name));
    expect(names).toEqual([...'abcdefghijlortw']);
  });

  it('use no table of another module, with few exceptions', () => {
    const found = FILES.filter((file) => !file.includes('/migrations/')).flatMap((file) => {
      const tables = [...tablesIn(readFileSync(join(ROOT, file), 'utf8'))];
      const foreign = tables.filter((table) => (OWNERS.get(table) ?? getModule(file)) !== getModule(file));
      return foreign.length === 0 ? [] : [[file, foreign.toSorted()] as const];
    });
    expect(OWNERS.size).toBeGreaterThan(35);
    expect(Object.fromEntries(found), 'call a query function of the other module').toEqual(CROSSING);
  });
});

describe('source files', () => {
  it('are imported by their complete name, and exist', () => {
    const known = new Set(FILES);
    const bad = IMPORTS.filter((item) => item.local && !known.has(item.target));
    expect(shown(bad)).toEqual([]);
  });

  it('have names in kebab-case', () => {
    const all = [...FILES, ...globSync('{test,scripts,bench}/**/*.ts', { cwd: ROOT })];
    const bad = all.filter((file) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test)?\.ts$/.test(basename(file)));
    expect(bad.map((file) => relative(ROOT, join(ROOT, file)))).toEqual([]);
  });
});
