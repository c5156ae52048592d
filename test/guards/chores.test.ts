import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Chore } from '../../activities/background/chore.ts';
import { CHORES } from '../../activities/background/chores.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

it('the reconciler does the chores of every room, each under a name of its own', async () => {
  const files = globSync('activities/*/chores.ts', { cwd: ROOT }).filter((file) => !file.includes('/background/'));
  expect(files.length).toBeGreaterThan(5);
  const modules = await Promise.all(files.map((file) => import(join(ROOT, file)) as Promise<Record<string, unknown>>));
  const brought = modules.flatMap((module) => Object.values(module).flat() as Chore[]);
  const names = (chores: readonly Chore[]) => chores.map((chore) => chore.name).toSorted();
  expect(names(CHORES)).toEqual(names(brought));
  expect(new Set(names(CHORES)).size).toBe(CHORES.length);
});
