import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ActivityModule } from '../../activities/module.ts';
import { MODULES } from '../../activities/modules.ts';
import { OPERATIONS, PAGES } from '../../api/modules.ts';
import { listErrors } from '../../api/openapi/errors.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';
import { QUEUE_NAMES } from '../../src/platform/temporal/queues.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const load = (file: string) => import(join(ROOT, file)) as Promise<Record<string, unknown>>;

/** Folders of a layer. */
function foldersOf(layer: string, ...besides: readonly string[]): string[] {
  const folders = readdirSync(join(ROOT, layer), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).filter((name) => !besides.includes(name));
}

/** Modules of a layer, including nested ones, that have a file of this name. */
const modulesWith = (layer: string, file: string) =>
  globSync(`${layer}/{*,*/*}/${file}`, { cwd: ROOT })
    .map((path) => path.slice(layer.length + 1, -file.length - 1))
    .toSorted();

/** Modules whose file of this name a list imports. */
function gatheredBy(list: string, file: string): string[] {
  const specifier = new RegExp(`from '(?:\\.{1,2}/)+((?:[\\w-]+/)*[\\w-]+)/${file.replace('.', '\\.')}'`, 'g');
  return [...read(list).matchAll(specifier)].map((match) => match[1] ?? '').toSorted();
}

/** Modules with a file of this name that neither the list nor the same file of their parent module imports. */
function missingIn(list: string, layer: string, file: string): string[] {
  const gathered = gatheredBy(list, file);
  const isPart = (path: string) => {
    const [module, part] = path.split('/');
    return part !== undefined && read(`${layer}/${module}/${file}`).includes(`'./${part}/${file}'`);
  };
  return modulesWith(layer, file).filter((path) => !gathered.includes(path) && !isPart(path));
}

describe('the modules of the API', () => {
  it('are all registered', () => {
    const gathered = gatheredBy('api/modules.ts', 'operations.ts').map((path) => path.split('/')[0] ?? '');
    expect([...new Set(gathered)].toSorted()).toEqual(foldersOf('api', 'plugins', 'openapi').toSorted());
  });

  it('include every operation', async () => {
    const files = globSync('api/*/**/*.ts', { cwd: ROOT }).filter((file) => /_OPERATIONS\b/.test(read(file)));
    const modules = await Promise.all(files.map(load));
    const lists = modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('_OPERATIONS')));
    const idsOf = (operations: unknown) => (operations as typeof OPERATIONS).map(({ id, path }) => `${id} ${path}`);
    const known = new Set(idsOf(OPERATIONS));
    expect(known.size).toBe(OPERATIONS.length);
    expect(lists.flatMap(([, operations]) => idsOf(operations)).filter((id) => !known.has(id))).toEqual([]);
  });

  it('include every page', async () => {
    const files = globSync('api/*/**/*.ts', { cwd: ROOT }).filter((file) =>
      /^export const \w+_PAGES\b/m.test(read(file)),
    );
    const modules = await Promise.all(files.map(load));
    const pages = modules.flatMap((module) =>
      Object.entries(module).flatMap(([name, list]) => (name.endsWith('_PAGES') ? (list as typeof PAGES) : [])),
    );
    expect(new Set(pages)).toEqual(new Set(PAGES));
  });
});

describe('the table of path parameters', () => {
  it('includes those of every module', () => {
    expect(missingIn('api/parents.ts', 'api', 'parents.ts').filter((path) => !path.startsWith('evals/'))).toEqual([]);
  });
});

describe('the modules of the workers', () => {
  it('are all registered, each under its path', async () => {
    const brought = await Promise.all(
      modulesWith('activities', 'module.ts').map(async (path) => {
        const [module] = Object.values(await load(`activities/${path}/module.ts`)).filter(
          (value) => (value as ActivityModule | undefined)?.name === path,
        );
        return module;
      }),
    );
    expect(brought).not.toContain(undefined);
    expect(new Set(MODULES)).toEqual(new Set(brought));
    expect(MODULES.length).toBe(brought.length);
    expect([...new Set(MODULES.map(({ name }) => name.split('/')[0]))].toSorted()).toEqual(
      foldersOf('activities').toSorted(),
    );
  });

  it('run every maintenance job, and each has a unique name', async () => {
    const modules = await Promise.all(globSync('activities/*/**/maintenance.ts', { cwd: ROOT }).map(load));
    const names = (jobs: ActivityModule['maintenance'] = []) => jobs.map(({ name }) => name);
    const run = MODULES.flatMap(({ maintenance }) => names(maintenance));
    const exported = modules.flatMap((module) => names(Object.values(module).flat() as ActivityModule['maintenance']));
    expect(exported.length).toBeGreaterThan(10);
    expect(exported.filter((name) => !run.includes(name))).toEqual([]);
    expect(new Set(run).size).toBe(run.length);
  });

  it('have unique activity names per queue', () => {
    // Factories only close over their arguments.
    const nothing = {} as Parameters<NonNullable<NonNullable<ActivityModule['activities']>['runs']>>[0];
    for (const queue of QUEUE_NAMES) {
      const names = MODULES.flatMap(({ activities }) => Object.keys(activities?.[queue]?.(nothing, MODULES) ?? {}));
      expect(new Set(names).size, queue).toBe(names.length);
    }
  });
});

describe('the modules of the workflows', () => {
  it('include every workflow', () => {
    const files = globSync('workflows/*/**/*.ts', { cwd: ROOT });
    const workflows = (file: string) =>
      [...read(file).matchAll(/^export async function (\w+)/gm)].map((match) => match[1]);
    const exports = read('workflows/index.ts').matchAll(/^export \{ (.+) \} from/gm);
    const gathered = [...exports].flatMap((match) => match[1]?.split(', ') ?? []);
    expect(files.length).toBeGreaterThan(3);
    expect(gathered.toSorted()).toEqual(files.flatMap(workflows).toSorted());
    // If two are registered under one name, neither remains.
    expect(new Set(gathered).size).toBe(gathered.length);
  });
});

describe('the modules of src', () => {
  it('are all registered with their tables', () => {
    const missing = missingIn('src/modules.ts', 'src', 'tables.ts');
    expect(missing.filter((path) => /^export interface \w+Tables\b/m.test(read(`src/${path}/tables.ts`)))).toEqual([
      'platform',
      'platform/maintenance',
    ]);
  });

  it('are all registered with their project deletion', () => {
    expect(gatheredBy('src/modules.ts', 'project-deleted.ts')).toEqual(modulesWith('src', 'project-deleted.ts'));
  });

  it('have their securable types in the list', async () => {
    const files = globSync('src/access/securables/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('/index.ts'));
    const types = (await Promise.all(files.map(load))).flatMap((module) =>
      Object.values(module).flatMap((securables) => Object.keys(securables as object)),
    );
    expect(Object.keys(SECURABLES).toSorted()).toEqual(types.toSorted());
  });
});

describe('an error reason', () => {
  const made = globSync('{src,api,activities}/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/new (?:Domain|Precondition)Error\(\s*\d+,\s*'(\w+)'/g)].map((match) => ({
      file,
      reason: match[1] ?? '',
    })),
  );

  it('is created in a catalog: of its module, of the platform or of the API', () => {
    expect(made.length).toBeGreaterThan(40);
    expect(made.filter(({ file }) => !/^(?:src(?:\/[\w-]+)+|api)\/errors\.ts$/.test(file))).toEqual([]);
  });

  it('that an operation declares exists', () => {
    const taken = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
      [...read(file).matchAll(/errors\.nameTaken\('(\w+)'/g)].map(
        ([, name = '']) => `${name.toUpperCase()}_ALREADY_EXISTS`,
      ),
    );
    const reasons = new Set([...made.map(({ reason }) => reason), ...taken]);
    const declared = OPERATIONS.flatMap((op) => [...listErrors(op).values()].flat()).filter((name) =>
      /^[A-Z_]+$/.test(name),
    );
    expect(declared.filter((reason) => !reasons.has(reason))).toEqual([]);
  });
});

describe('a table', () => {
  const definitions = new Map(
    [...read('src/platform/db/schema.sql').matchAll(/^CREATE (?:UNLOGGED )?TABLE public\.(\w+) \((.*?)^\)/gms)].map(
      ([, table = '', body = '']) => [table, [...body.matchAll(/^ {4}"?(\w+)"? /gm)].map(([, column]) => column)],
    ),
  );
  const created = [...definitions.keys()];

  it('belongs to one module', () => {
    const stated = globSync('src/**/tables.ts', { cwd: ROOT }).flatMap((file) =>
      [...read(file).matchAll(/^ {2}(\w+): \w+Table;/gm)].map((match) => match[1] ?? ''),
    );
    expect(stated.toSorted()).toEqual(created.toSorted());
  });

  it('has a line in docs/tables.md', () => {
    const documented = [...read('docs/tables.md').matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1] ?? '');
    expect(documented.toSorted()).toEqual(created.toSorted());
  });

  it('has only its own columns, and other tables, in that line', () => {
    const rows = [...read('docs/tables.md').matchAll(/^\| `(\w+)` \| (.*) \|$/gm)];
    const unknown = rows.flatMap(([, table = '', text = '']) =>
      [...text.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) =>
        definitions.has(name) || definitions.get(table)?.includes(name) ? [] : [`${table}: ${name}`],
      ),
    );
    expect(unknown).toEqual([]);
  });
});

it('the diagram in docs/architecture.md shows these modules; update it with `npm run drawing -- --write`', () => {
  const drawing = execFileSync(process.execPath, [join(ROOT, 'scripts/architecture.ts')], { encoding: 'utf8' });
  const page = read('docs/architecture.md');
  expect(page.split('<!-- drawing -->')[1]?.split('<!-- /drawing -->')[0]?.trim()).toBe(drawing.trim());
});
