import { expect, it } from 'vitest';
import { CHAIN, RIGHTS, rolesAt } from '../../console/src/features/people/rights.ts';
import { listAssignableRoles } from '../../src/access/permissions.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import type { SecurableKind } from '../../src/access/roles.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';

const TYPES = Object.keys(SECURABLES) as SecurableType[];

it('knows in the console everything that roles are given on', () => {
  expect(Object.keys(RIGHTS).toSorted()).toEqual(TYPES.toSorted());
});

it('says in the console of each right the least role of the chain that carries it, as the service decides', () => {
  for (const type of TYPES) {
    const { permissions }: SecurableKind = SECURABLES[type];
    for (const { name, least } of RIGHTS[type]) {
      const carried = CHAIN.filter((role) => permissions[name]?.includes(role));
      expect([type, name, carried]).toEqual([type, name, CHAIN.slice(0, CHAIN.indexOf(least) + 1)]);
    }
  }
});

it('offers the roles that can be given', () => {
  for (const type of TYPES) expect(rolesAt(type)).toEqual(listAssignableRoles(type));
});
