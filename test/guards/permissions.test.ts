import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../api/modules.ts';
import { listOperationScopes } from '../../api/operation.ts';
import { listPermissionsOf } from '../../src/access/delegation.ts';
import {
  listAssignableRoles,
  listPermissions,
  listRolesWith,
  SYSTEM_PERMISSIONS,
} from '../../src/access/permissions.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import { PRIVILEGED_ROLES, RESTRICTED_READER_ROLE } from '../../src/access/roles.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

describe('the table of permissions', () => {
  it('is shown in docs/permissions.md; update it with `node scripts/permissions-table.ts --write`', () => {
    const tables = execFileSync(process.execPath, [join(ROOT, 'scripts/permissions-table.ts')], { encoding: 'utf8' });
    const page = readFileSync(join(ROOT, 'docs/permissions.md'), 'utf8');
    expect(page.split('<!-- permissions -->')[1]?.split('<!-- /permissions -->')[0]?.trim()).toBe(tables.trim());
  });

  it('has every securable resource, with the four IAM operations on each', () => {
    for (const [type, { param: place }] of Object.entries(SECURABLES)) {
      expect(listAssignableRoles(type as SecurableType), type).toEqual(
        expect.arrayContaining(['owner', 'editor', 'viewer']),
      );
      const iam = OPERATIONS.filter((op) => op.id.startsWith(`${type}.iam.`));
      expect(
        iam.map((op) => `${op.method} ${op.path.slice(op.path.indexOf('/iam/'))}`),
        type,
      ).toEqual(['GET /iam/members', 'GET /iam/members/{member}', 'POST /iam/members/{member}', 'POST /iam/test']);
      for (const op of iam) expect(op.path, op.id).toContain(`{${place}}/iam/`);
    }
  });

  it('keeps the rules of invites: editors add members, owners add editors, only a system role adds owners', () => {
    const { add_member, add_editor, add_owner, remove_member } = SECURABLES.organization.permissions;
    expect({ add_member, add_editor, add_owner, remove_member }).toEqual({
      add_member: ['owner', 'editor'],
      add_editor: ['owner'],
      add_owner: [],
      remove_member: ['owner', 'editor'],
    });
    expect(SYSTEM_PERMISSIONS.platform_administrator).toContain('organization:add_owner');
    expect(SYSTEM_PERMISSIONS.support).not.toContain('organization:add_owner');
  });

  it('lists only existing permissions in the system roles', () => {
    const known = listPermissions();
    const named = Object.values(SYSTEM_PERMISSIONS).flat();
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('grants permissions to change members only to roles that include what they grant and remove', () => {
    for (const type of Object.keys(SECURABLES) as SecurableType[]) {
      const roles = listAssignableRoles(type);
      const listRoles = (privileged: boolean) => roles.filter((role) => PRIVILEGED_ROLES.includes(role) === privileged);
      for (const [right, gives] of [
        ['edit_members', listRoles(false)],
        ['edit_privileged_members', listRoles(true)],
      ] as const) {
        for (const holder of listRolesWith(`${type}:${right}` as 'task:edit_members')) {
          const held = listPermissionsOf(type, holder);
          // Owners grant the role of which no other role has the permission: nobody could grant it otherwise.
          for (const role of gives.filter((role) => role !== RESTRICTED_READER_ROLE))
            expect(held, `${holder} of ${type}`).toEqual(expect.arrayContaining(listPermissionsOf(type, role)));
        }
      }
    }
  });
});

/** Why a view scope permits an operation other than GET, by the end of the operation's id. */
const VIEW_OPERATIONS: Readonly<Record<string, string>> = {
  'iam.change':
    'the specification names it; the handler asks the credential for the right to change members and for all that the roles carry',
  'iam.test': 'changes nothing: permissions are asked for in a body',
  'collection.query': 'changes nothing: it searches what may be seen',
  'collections.query': 'changes nothing: it searches what may be seen',
  'document.query': 'changes nothing: it searches what may be seen',
  'task_agent.policy_dry_run': 'changes nothing: it says what a policy would do with past calls',
  'audit_event.verify': 'changes nothing: it reads the chain, for those who may see it',
};

/** Why only roles are checked, not the scopes of the credential, by file. */
const ROLES_ALONE: Readonly<Record<string, string>> = {
  'api/access/iam.ts': "whether another's rights are shown; the view scope was checked",
  'api/mcp/authorize.ts':
    'whether the project is visible, and whether a refusal names a scope; each tool takes its scope',
  'api/tasks/tasks.ts':
    'whether who creates a task may edit it without being made its owner; with their scopes more would be made owners',
  'src/agents/queries.ts': 'how much a list shows; its scope was checked',
  'src/agents/tools/attaching.ts': 'whether a refusal is a 403 or a 422; what is attached takes the scope',
  'src/tasks/forwarders/check.ts': 'whether a refusal is a 403 or a 422; what is named takes the scope',
  'src/knowledge/collections/queries.ts': 'how much a list shows; its scope was checked',
  'src/knowledge/documents/collections.ts': 'whether a refusal is a 403 or a 422; what is named takes the scope',
  'src/knowledge/documents/queries.ts': 'how much a list shows; its scope was checked',
  'src/tasks/queries.ts': 'how much a list shows; its scope was checked',
  'src/tasks/rag/check.ts': 'whether a refusal is a 403 or a 422; what is named takes the scope',
};

describe('the scopes of a credential', () => {
  it('to view permit only the listed operations other than GET, each with a reason', () => {
    const isViewScope = (scope: string) => /:view(_|$)/.test(scope);
    const opened = OPERATIONS.filter((op) => op.method !== 'GET' && listOperationScopes(op)?.some(isViewScope));
    const nameOf = (id: string) =>
      Object.keys(VIEW_OPERATIONS).find((name) => id === name || id.endsWith(`.${name}`)) ?? id;
    expect([...new Set(opened.map(({ id }) => nameOf(id)))].toSorted()).toEqual(
      Object.keys(VIEW_OPERATIONS).toSorted(),
    );
    const writing = opened.filter(({ audit }) => audit.event !== null).map(({ id }) => id);
    expect(writing.toSorted()).toEqual(
      Object.keys(SECURABLES)
        .map((type) => `${type}.iam.change`)
        .toSorted(),
    );
  });

  it('are part of every check, unless a file has a reason', () => {
    const files = globSync('{api,src,activities,workflows}/**/*.ts', { cwd: ROOT });
    const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
    const dropping = files.filter((file) => /\.\.\.[\w.]+,\s*scopes: null/.test(text(file)));
    expect(dropping).toEqual(['src/access/permissions.ts']);
    const asking = files.filter(
      (file) => file !== 'src/access/permissions.ts' && text(file).includes('hasRolePermission('),
    );
    expect(asking.toSorted()).toEqual(Object.keys(ROLES_ALONE).toSorted());
  });
});
