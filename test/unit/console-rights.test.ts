import { expect, it } from 'vitest';
import { getGrantableRoles, PERMISSIONS, ROLE_HIERARCHY } from '../../console/src/features/people/permissions.ts';
import { listAssignableRoles } from '../../src/access/permissions.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import type { SecurableKind } from '../../src/access/roles.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';

const TYPES = Object.keys(SECURABLES) as SecurableType[];

it('the console lists every resource type that roles are granted on', () => {
  expect(Object.keys(PERMISSIONS).toSorted()).toEqual(TYPES.toSorted());
});

it('the console shows the lowest role that includes each permission, as the service decides', () => {
  for (const type of TYPES) {
    const { permissions }: SecurableKind = SECURABLES[type];
    for (const { name, minRole } of PERMISSIONS[type]) {
      const roles = ROLE_HIERARCHY.filter((role) => permissions[name]?.includes(role));
      expect([type, name, roles]).toEqual([type, name, ROLE_HIERARCHY.slice(0, ROLE_HIERARCHY.indexOf(minRole) + 1)]);
    }
  }
});

it('the console offers the roles that can be granted', () => {
  for (const type of TYPES) expect(getGrantableRoles(type)).toEqual(listAssignableRoles(type));
});
