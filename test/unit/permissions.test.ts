import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type Grants,
  getEffectiveRoles,
  hasPermission,
  listPermissions,
  type Permission,
} from '../../src/access/permissions.ts';
import { type SecurableType, toSlots } from '../../src/access/resources.ts';
import { ROLES, type SecurableKind } from '../../src/access/roles.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';

const TYPES = Object.keys(SECURABLES) as SecurableType[];
/** Every single role on every resource type. */
const GIVEN = TYPES.flatMap((type) => ROLES.map((role) => ({ type, role })));
const NEEDED = TYPES.flatMap((type) =>
  listPermissions().filter((permission) => permission.startsWith(`${type}:`)),
) as Permission[];

function createGrants(given: readonly (typeof GIVEN)[number][], rest: Partial<Grants> = {}): Grants {
  const roles = Object.groupBy(given, ({ type }) => type);
  const sets = Object.entries(roles).map(([type, items]) => [type, new Set(items.map(({ role }) => role))]);
  return { roles: Object.fromEntries(sets), systemRole: null, scopes: null, ...rest };
}

/** Resource types on which a role applies to a resource type. */
const COUNTS_FROM: Readonly<Record<SecurableType, readonly SecurableType[]>> = {
  organization: ['organization'],
  project: ['organization', 'project'],
  task: ['organization', 'project', 'task'],
  task_agent: ['organization', 'project', 'task_agent'],
  skill: ['organization', 'project', 'skill'],
  integration: ['organization', 'project', 'integration'],
  task_mcp_server: ['organization', 'project', 'task_mcp_server'],
  collection: ['organization', 'project', 'collection'],
  document: ['organization', 'project', 'document'],
  oauth_client: ['organization', 'project', 'oauth_client'],
  task_forwarder: ['organization', 'project', 'task_forwarder'],
};

/** Whether the table gives the role the permission, and the role was granted where it applies. */
function isIncluded({ type, role }: (typeof GIVEN)[number], permission: Permission): boolean {
  const [resource = '', name = ''] = permission.split(':');
  const { permissions }: SecurableKind = SECURABLES[resource as SecurableType];
  const roles = permissions[name] ?? [];
  return COUNTS_FROM[resource as SecurableType].includes(type) && roles.includes(role);
}

describe('a role', () => {
  it('includes a permission only from the resource itself and from its ancestors', () => {
    for (const permission of NEEDED) {
      const found = GIVEN.filter((given) => hasPermission(createGrants([given]), permission));
      expect(found, permission).toEqual(GIVEN.filter((given) => isIncluded(given, permission)));
    }
  });

  it('is independent of other roles', () => {
    for (const permission of NEEDED) {
      for (const one of GIVEN) {
        const wrong = GIVEN.filter(
          (other) =>
            hasPermission(createGrants([one, other]), permission) !==
            (isIncluded(one, permission) || isIncluded(other, permission)),
        );
        expect(wrong, `${permission} beside ${one.role} on ${one.type}`).toEqual([]);
      }
    }
  });

  it('has no effect outside the resource that it was granted on', () => {
    for (const given of GIVEN) {
      const on = TYPES.filter((type) => getEffectiveRoles(createGrants([given]), type).has(given.role));
      expect(on).toEqual(TYPES.filter((type) => COUNTS_FROM[type].includes(given.type)));
    }
  });

  it('is restricted by the scopes of a credential, and scopes grant nothing by themselves', () => {
    for (const permission of NEEDED) {
      for (const given of GIVEN) {
        const others = NEEDED.filter((name) => name !== permission);
        expect(hasPermission(createGrants([given], { scopes: others }), permission)).toBe(false);
        expect(hasPermission(createGrants([given], { scopes: [permission] }), permission)).toBe(
          isIncluded(given, permission),
        );
      }
      expect(hasPermission(createGrants([], { scopes: NEEDED }), permission)).toBe(false);
    }
  });

  it('on the installation grants nothing in a project', () => {
    const inside = NEEDED.filter((permission) => !permission.startsWith('organization:'));
    for (const systemRole of ['platform_administrator', 'support'] as const)
      expect(inside.filter((permission) => hasPermission(createGrants([], { systemRole }), permission))).toEqual([]);
  });
});

describe('the slots of a path', () => {
  it('have the type of their position, even if one id fills all of them', () => {
    const id = randomUUID();
    const everywhere = Object.fromEntries(Object.values(SECURABLES).map(({ param }) => [param, id]));
    expect(toSlots(everywhere)).toEqual(TYPES.map((type) => ({ type, id })));
    for (const type of TYPES)
      expect(toSlots({ [SECURABLES[type].param]: id, run_id: id, member: id })).toEqual([{ type, id }]);
    expect(toSlots({ session_id: id, revision_id: id })).toEqual([]);
  });
});
