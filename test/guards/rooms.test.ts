import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Room } from '../../activities/room.ts';
import { ROOMS } from '../../activities/rooms.ts';
import { errorsOf } from '../../api/openapi/errors.ts';
import { OPERATIONS, PAGES } from '../../api/rooms.ts';
import { SECURABLES } from '../../src/access/securables.ts';
import { QUEUE_NAMES } from '../../src/platform/temporal/queues.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const load = (file: string) => import(join(ROOT, file)) as Promise<Record<string, unknown>>;

/** Folders of a floor. */
function foldersOf(floor: string, ...besides: readonly string[]): string[] {
  const folders = readdirSync(join(ROOT, floor), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).filter((name) => !besides.includes(name));
}

/** Rooms of a floor that have a file of this name. */
const roomsWith = (floor: string, file: string) =>
  foldersOf(floor).filter((room) => existsSync(join(ROOT, floor, room, file)));

/** Rooms whose file of this name a list imports. */
function gatheredBy(list: string, file: string): string[] {
  const specifier = new RegExp(`from '(?:\\.{1,2}/)+([\\w-]+)/${file.replace('.', '\\.')}'`, 'g');
  return [...read(list).matchAll(specifier)].map((match) => match[1] ?? '').toSorted();
}

describe('the list of the door', () => {
  it('gathers the operations of every room', () => {
    expect(gatheredBy('api/rooms.ts', 'operations.ts')).toEqual(foldersOf('api', 'plugins', 'openapi').toSorted());
  });

  it('leaves no operation out that a room exports', async () => {
    const files = globSync('api/*/**/*.ts', { cwd: ROOT }).filter((file) => /_OPERATIONS\b/.test(read(file)));
    const modules = await Promise.all(files.map(load));
    const lists = modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('_OPERATIONS')));
    const idsOf = (operations: unknown) => (operations as typeof OPERATIONS).map(({ id, path }) => `${id} ${path}`);
    const known = new Set(idsOf(OPERATIONS));
    expect(known.size).toBe(OPERATIONS.length);
    expect(lists.flatMap(([, operations]) => idsOf(operations)).filter((id) => !known.has(id))).toEqual([]);
  });

  it('leaves no page out', async () => {
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
  it('gathers those of every room', () => {
    expect(gatheredBy('api/parents.ts', 'parents.ts')).toEqual(roomsWith('api', 'parents.ts').toSorted());
  });
});

describe('the list of the hands', () => {
  it('gathers every room, whose folder tells its name', async () => {
    const rooms = foldersOf('activities');
    const named = (folder: string) => folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const brought = await Promise.all(
      rooms.map(async (name) => (await load(`activities/${name}/room.ts`))[named(name)]),
    );
    expect(brought).not.toContain(undefined);
    expect(new Set(ROOMS)).toEqual(new Set(brought));
    expect(ROOMS.length).toBe(rooms.length);
  });

  it('runs every maintenance job, and each has a name of its own', async () => {
    const modules = await Promise.all(globSync('activities/*/**/maintenance.ts', { cwd: ROOT }).map(load));
    const names = (jobs: Room['maintenance'] = []) => jobs.map(({ name }) => name);
    const run = ROOMS.flatMap(({ maintenance }) => names(maintenance));
    const exported = modules.flatMap((module) => names(Object.values(module).flat() as Room['maintenance']));
    expect(exported.length).toBeGreaterThan(10);
    expect(exported.filter((name) => !run.includes(name))).toEqual([]);
    expect(new Set(run).size).toBe(run.length);
  });

  it('has no two activities of one name in a queue', () => {
    // Factories only close over what they are given.
    const nothing = {} as Parameters<NonNullable<NonNullable<Room['activities']>['runs']>>[0];
    for (const queue of QUEUE_NAMES) {
      const names = ROOMS.flatMap(({ activities }) => Object.keys(activities?.[queue]?.(nothing, ROOMS) ?? {}));
      expect(new Set(names).size, queue).toBe(names.length);
    }
  });
});

describe('the list of the plans', () => {
  it('gathers every room', () => {
    expect(gatheredBy('workflows/index.ts', 'room.ts')).toEqual(foldersOf('workflows').toSorted());
  });

  it('leaves no workflow out', () => {
    const files = globSync('workflows/*/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('/room.ts'));
    const workflows = (file: string) =>
      [...read(file).matchAll(/^export async function (\w+)/gm)].map((match) => match[1]);
    const gathered = globSync('workflows/*/room.ts', { cwd: ROOT }).flatMap((file) =>
      [...read(file).matchAll(/^export \{ (.+) \} from/gm)].flatMap((match) => match[1]?.split(', ') ?? []),
    );
    expect(files.length).toBeGreaterThan(3);
    expect(gathered.toSorted()).toEqual(files.flatMap(workflows).toSorted());
    // Of two that are gathered under one name, neither is there.
    expect(new Set(gathered).size).toBe(gathered.length);
  });
});

describe('the lists of the ground', () => {
  it('gather the tables of every room', () => {
    expect(gatheredBy('src/platform/db/schema.ts', 'tables.ts')).toEqual(
      roomsWith('src', 'tables.ts')
        .filter((room) => room !== 'platform')
        .toSorted(),
    );
  });

  it('gather what every room does when a project is deleted', () => {
    expect(gatheredBy('src/projects/deleted.ts', 'project-deleted.ts')).toEqual(roomsWith('src', 'project-deleted.ts'));
  });

  it('gather the securable types of every room', async () => {
    const rooms = roomsWith('src', 'securable.ts');
    const modules = await Promise.all(rooms.map((room) => load(`src/${room}/securable.ts`)));
    const brought = modules.flatMap((module) => Object.values(module).flatMap((types) => Object.keys(types as object)));
    expect(Object.keys(SECURABLES).toSorted()).toEqual(brought.toSorted());
  });
});

describe('a reason of an error', () => {
  const made = globSync('{src,api,activities}/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/new (?:Domain|Precondition)Error\(\s*\d+,\s*'(\w+)'/g)].map((match) => ({
      file,
      reason: match[1] ?? '',
    })),
  );

  it('is made in a catalogue: of its room, of the platform or of the door', () => {
    expect(made.length).toBeGreaterThan(40);
    expect(made.filter(({ file }) => !/^(?:src\/[\w-]+|api)\/errors\.ts$/.test(file))).toEqual([]);
  });

  it('that an operation declares is one that is made', () => {
    const reasons = new Set(made.map(({ reason }) => reason));
    const declared = OPERATIONS.flatMap((op) => [...errorsOf(op).values()].flat()).filter((name) =>
      /^[A-Z_]+$/.test(name),
    );
    expect(declared.filter((reason) => !reasons.has(reason))).toEqual([]);
  });
});

describe('a table', () => {
  const created = [
    ...read('src/platform/db/schema.sql').matchAll(/^CREATE (?:UNLOGGED )?TABLE public\.(\w+) \(/gm),
  ].map((m) => m[1] ?? '');
  /** Left for processes of the release before; no room has them. */
  const LEFT = ['user_verifications'];

  it('stands in one room', () => {
    const stated = globSync('src/**/tables.ts', { cwd: ROOT }).flatMap((file) =>
      [...read(file).matchAll(/^ {2}(\w+): \w+Table;/gm)].map((match) => match[1] ?? ''),
    );
    expect(stated.toSorted()).toEqual(created.filter((table) => !LEFT.includes(table)).toSorted());
  });

  it('has a line in docs/tables.md', () => {
    const told = [...read('docs/tables.md').matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1] ?? '');
    expect(told.toSorted()).toEqual(created.toSorted());
  });
});

it('the drawing in docs/architecture.md is of these rooms; draw it anew with `npm run drawing -- --write`', () => {
  const drawing = execFileSync(process.execPath, [join(ROOT, 'scripts/architecture.ts')], { encoding: 'utf8' });
  const page = read('docs/architecture.md');
  expect(page.split('<!-- drawing -->')[1]?.split('<!-- /drawing -->')[0]?.trim()).toBe(drawing.trim());
});
