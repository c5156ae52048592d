import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/platform/db/migrate.ts';

const NAMES = Object.keys(MIGRATIONS);
const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)-[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a name starts with a valid date and time, not only with twelve digits. */
function isTimed(name: string): boolean {
  const [, year, month, day, hour, minute] = TIME.exec(name) ?? [];
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(8, 10) === day;
}

it('every migration file is listed under its name, in sort order', () => {
  const files = globSync('*.ts', { cwd: new URL('../../src/platform/migrations', import.meta.url).pathname });
  expect(NAMES).toEqual(files.map((file) => file.replace(/\.ts$/, '')).toSorted());
});

it('a migration is named by its creation time', () => {
  expect(NAMES.filter((name) => !isTimed(name))).toEqual([]);
  expect(
    ['202611220430-tags', '202602290000-leap', '202613010000-month', '20261122-day', '0019-next'].map(isTimed),
  ).toEqual([true, false, false, false, false]);
});
