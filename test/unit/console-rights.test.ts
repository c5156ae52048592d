import { expect, it } from 'vitest';
import { CHAIN, carriers, RIGHTS, ROLES_AT } from '../../console/src/features/people/rights.ts';
import { rolesFor } from '../../src/access/permissions.ts';
import { SECURABLES } from '../../src/access/securables.ts';

const PLACES = ['organization', 'project'] as const;

it('says in the console of each right which roles carry it, as the service decides', () => {
  for (const place of PLACES) {
    const carried: Readonly<Record<string, readonly string[]>> = SECURABLES[place].permissions;
    const told = RIGHTS[place].map((right) => [
      right.name,
      carriers(
        right,
        ROLES_AT[place].map((role) => ({ role, at: place })),
      ).map(({ role }) => role),
    ]);
    expect(told).toEqual(RIGHTS[place].map(({ name }) => [name, carried[name]]));
  }
});

it('offers the roles that can be given', () => {
  for (const place of PLACES) expect(ROLES_AT[place]).toEqual(rolesFor(place));
});

it('names nothing where no role of the member carries a right', () => {
  const edit = { name: 'edit', least: 'editor' } as const;
  expect(carriers(edit, [{ role: 'viewer', at: 'organization' }])).toEqual([]);
  expect(
    carriers(
      edit,
      [...CHAIN].map((role) => ({ role, at: 'organization' })),
    ).map(({ role }) => role),
  ).toEqual(['owner', 'editor']);
});
