import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../api/rooms.ts';
import { allPermissions, rolesFor, SYSTEM_PERMISSIONS } from '../../src/access/permissions.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import { SECURABLES } from '../../src/access/securables.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

describe('the table of permissions', () => {
  it('is shown in docs/permissions.md; write it anew with `node scripts/permissions-table.ts --write`', () => {
    const tables = execFileSync(process.execPath, [join(ROOT, 'scripts/permissions-table.ts')], { encoding: 'utf8' });
    const page = readFileSync(join(ROOT, 'docs/permissions.md'), 'utf8');
    expect(page.split('<!-- permissions -->')[1]?.split('<!-- /permissions -->')[0]?.trim()).toBe(tables.trim());
  });

  it('has every securable resource, with the four IAM operations on each', () => {
    for (const [type, { param: place }] of Object.entries(SECURABLES)) {
      expect(rolesFor(type as SecurableType), type).toEqual(expect.arrayContaining(['owner', 'editor', 'viewer']));
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

  it('names nothing in the system roles that is no permission', () => {
    const known = allPermissions();
    const named = Object.values(SYSTEM_PERMISSIONS).flat();
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});
