import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

interface Import {
  /** The importing file, from the root. */
  readonly file: string;
  /** What is imported: a path from the root, or a package's name. */
  readonly target: string;
  readonly local: boolean;
  /** Only types come over: the import leaves nothing at run time. */
  readonly typeOnly: boolean;
}

/** The import and export statements that name a module, also those over several lines, and `import()`. */
const STATEMENT =
  /^\s*(?:import|export)\s+(type\s)?([^;'"`]*?)\s*\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(STATEMENT)].map((match) => {
    const specifier = match[3] ?? match[4] ?? match[5] ?? '';
    const local = specifier.startsWith('.');
    const names = /^\{(.*)\}$/s
      .exec(match[2]?.trim() ?? '')?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    const inline = names !== undefined && names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
    return {
      file,
      target: local ? join(dirname(file), specifier) : specifier,
      local,
      typeOnly: match[1] !== undefined || inline,
    };
  });
}

const FLOORS = ['api', 'workflows', 'activities', 'src'];
const FILES = FLOORS.flatMap((floor) => globSync(`${floor}/**/*.ts`, { cwd: ROOT })).toSorted();
const IMPORTS = FILES.flatMap((file) => importsOf(file, readFileSync(join(ROOT, file), 'utf8')));

const of = (floor: string) => IMPORTS.filter((item) => item.file.startsWith(`${floor}/`));
const under = (target: string, ...floors: string[]) => floors.some((floor) => target.startsWith(`${floor}/`));
const shown = (imports: readonly Import[]) => imports.map((item) => `${item.file} imports ${item.target}`);
const isContract = (target: string) => /^src\/(?:[\w-]+\/)+contract\.ts$/.test(target);

describe('the reader of imports', () => {
  it('finds every form of them and tells types from values', () => {
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
    const found = importsOf('src/room/file.ts', text).map((item) => [item.target, item.typeOnly]);
    expect(found).toEqual([
      ['a', false],
      ['src/room/b.ts', false],
      ['src/d.ts', true],
      ['src/room/f.ts', true],
      ['node:g', false],
      ['src/room/h.ts', false],
      ['src/room/j.ts', false],
      ['src/room/k.ts', true],
      ['src/room/l.ts', false],
      ['src/room/m.ts', false],
    ]);
  });

  it('reads all floors', () => {
    for (const floor of FLOORS) expect(of(floor).length, floor).toBeGreaterThan(2);
  });
});

describe('the import wall', () => {
  it('keeps src from everything above it', () => {
    const bad = of('src').filter((item) => item.local && !under(item.target, 'src'));
    expect(shown(bad), 'src is the ground: move what it needs down, or pass it in').toEqual([]);
  });

  it('keeps activities to src', () => {
    const bad = of('activities').filter((item) => item.local && !under(item.target, 'activities', 'src'));
    expect(shown(bad), 'activities stand on src only').toEqual([]);
  });

  it('keeps the api to src and to types of workflows, which it starts by name', () => {
    const bad = of('api').filter(
      (item) => item.local && !under(item.target, 'api', 'src') && !(item.typeOnly && under(item.target, 'workflows')),
    );
    expect(shown(bad), 'the door calls workflows through Temporal and never touches activities').toEqual([]);
  });

  it('keeps workflows to the workflow SDK, contracts, each other, and types', () => {
    const bad = of('workflows').filter(({ target, local, typeOnly }) => {
      if (!local) return target !== '@temporalio/workflow';
      if (under(target, 'workflows') || isContract(target)) return false;
      return !(typeOnly && under(target, 'activities', 'src'));
    });
    expect(shown(bad), 'whatever a workflow imports is bundled into its sandbox and must be deterministic').toEqual([]);
  });

  it('keeps the client to what a package of its own has', () => {
    const files = globSync('client/*.ts', { cwd: ROOT });
    const imports = files.flatMap((file) => importsOf(file, readFileSync(join(ROOT, file), 'utf8')));
    const bad = imports.filter((item) => item.local && !under(item.target, 'client'));
    expect(files.length).toBeGreaterThan(5);
    expect(shown(bad), 'it is published apart from the server').toEqual([]);
  });

  it('keeps contracts pure: types, and values of other contracts', () => {
    const bad = IMPORTS.filter((item) => isContract(item.file) && !item.typeOnly && !isContract(item.target));
    expect(shown(bad), 'contracts are bundled into workflows').toEqual([]);
  });

  it('keeps migrations free of the code of the product', () => {
    const bad = of('src/platform/migrations').filter((item) => item.target !== 'kysely');
    expect(shown(bad), 'a migration is frozen and must not change with the code').toEqual([]);
  });

  it("keeps rooms from each other's tables", () => {
    const room = (file: string) => file.split('/')[1];
    const gathering = ['src/platform/db/schema.ts'];
    const bad = IMPORTS.filter(
      ({ file, target, local }) =>
        local &&
        /^src\/.*\/tables\.ts$/.test(target) &&
        !gathering.includes(file) &&
        !(basename(file) === 'tables.ts') &&
        room(file) !== room(target),
    );
    expect(shown(bad), 'rooms reach each other through queries and contracts').toEqual([]);
  });

  it('has no ring of files that import values of each other', () => {
    const next = new Map<string, string[]>();
    for (const item of IMPORTS.filter((one) => one.local && !one.typeOnly))
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
    expect(rings, 'such files work or fail by the order in which they are loaded').toEqual([]);
  });
});

describe('files', () => {
  it('are imported by their whole name, and exist', () => {
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
