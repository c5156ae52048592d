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
/** Every single role on every type of resource. */
const GIVEN = TYPES.flatMap((type) => ROLES.map((role) => ({ type, role })));
const NEEDED = TYPES.flatMap((type) =>
  listPermissions().filter((permission) => permission.startsWith(`${type}:`)),
) as Permission[];

function holding(given: readonly (typeof GIVEN)[number][], rest: Partial<Grants> = {}): Grants {
  const roles = Object.groupBy(given, ({ type }) => type);
  const sets = Object.entries(roles).map(([type, items]) => [type, new Set(items.map(({ role }) => role))]);
  return { roles: Object.fromEntries(sets), systemRole: null, scopes: null, ...rest };
}

/** Where a role has to be given to count on a type of resource. */
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

/** Whether the table has the role carry the permission, and the role was given where it counts. */
function carries({ type, role }: (typeof GIVEN)[number], permission: Permission): boolean {
  const [resource = '', name = ''] = permission.split(':');
  const { permissions }: SecurableKind = SECURABLES[resource as SecurableType];
  const roles = permissions[name] ?? [];
  return COUNTS_FROM[resource as SecurableType].includes(type) && roles.includes(role);
}

describe('a role', () => {
  it('carries a permission only from the resource itself and from what stands above it', () => {
    for (const permission of NEEDED) {
      const found = GIVEN.filter((given) => hasPermission(holding([given]), permission));
      expect(found, permission).toEqual(GIVEN.filter((given) => carries(given, permission)));
    }
  });

  it('beside another changes nothing but what it carries itself', () => {
    for (const permission of NEEDED) {
      for (const one of GIVEN) {
        const wrong = GIVEN.filter(
          (other) =>
            hasPermission(holding([one, other]), permission) !==
            (carries(one, permission) || carries(other, permission)),
        );
        expect(wrong, `${permission} beside ${one.role} on ${one.type}`).toEqual([]);
      }
    }
  });

  it('counts on nothing beside or above the resource it was given on', () => {
    for (const given of GIVEN) {
      const on = TYPES.filter((type) => getEffectiveRoles(holding([given]), type).has(given.role));
      expect(on).toEqual(TYPES.filter((type) => COUNTS_FROM[type].includes(given.type)));
    }
  });

  it('gives a credential that was cut down no more than its scopes, and scopes give nothing by themselves', () => {
    for (const permission of NEEDED) {
      for (const given of GIVEN) {
        const others = NEEDED.filter((name) => name !== permission);
        expect(hasPermission(holding([given], { scopes: others }), permission)).toBe(false);
        expect(hasPermission(holding([given], { scopes: [permission] }), permission)).toBe(carries(given, permission));
      }
      expect(hasPermission(holding([], { scopes: NEEDED }), permission)).toBe(false);
    }
  });

  it('on the installation opens nothing in a project', () => {
    const inside = NEEDED.filter((permission) => !permission.startsWith('organization:'));
    for (const systemRole of ['platform_administrator', 'support'] as const)
      expect(inside.filter((permission) => hasPermission(holding([], { systemRole }), permission))).toEqual([]);
  });
});

describe('the slots of a path', () => {
  it('are each of the type of their place, also where one id stands in all of them', () => {
    const id = randomUUID();
    const everywhere = Object.fromEntries(Object.values(SECURABLES).map(({ param }) => [param, id]));
    expect(toSlots(everywhere)).toEqual(TYPES.map((type) => ({ type, id })));
    for (const type of TYPES)
      expect(toSlots({ [SECURABLES[type].param]: id, run_id: id, member: id })).toEqual([{ type, id }]);
    expect(toSlots({ session_id: id, revision_id: id })).toEqual([]);
  });
});
