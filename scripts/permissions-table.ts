/**
 * Prints the tables of roles and permissions, generated from `src/access`. With `--write`, replaces them in
 * docs/permissions.md.
 */
import { listAssignableRoles, SYSTEM_PERMISSIONS } from '../src/access/permissions.ts';
import type { SecurableType } from '../src/access/resources.ts';
import { CLIENT_ROLE, PUBLIC_ROLE, ROLES, type Role, type SecurableKind, SYSTEM_ROLES } from '../src/access/roles.ts';
import { SECURABLES } from '../src/access/securables/index.ts';
import { printOrWrite } from './generated-section.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const tick = (held: boolean) => (held ? 'yes' : '');

/** Returns the table of a resource type: its permissions and the roles that have them. */
function renderResourceTable(type: SecurableType): string {
  const { permissions }: SecurableKind = SECURABLES[type];
  const all: readonly Role[] = [...ROLES, PUBLIC_ROLE, CLIENT_ROLE];
  const roles = all.filter((role) => Object.values(permissions).some((carriers) => carriers.includes(role)));
  const systemRoles = SYSTEM_ROLES.filter((role) =>
    SYSTEM_PERMISSIONS[role].some((permission) => permission.startsWith(`${type}:`)),
  );
  const head = ['Permission', ...roles, ...systemRoles];
  const rows = Object.entries(permissions).map(([name, carriers]) => [
    `\`${type}:${name}\``,
    ...roles.map((role) => tick(carriers.includes(role))),
    ...systemRoles.map((role) => tick(SYSTEM_PERMISSIONS[role].includes(`${type}:${name}`))),
  ]);
  const grantable = `Grantable roles: ${listAssignableRoles(type).join(', ')}.`;
  return [`### ${type}`, '', grantable, '', ...[head, head.map(() => '---'), ...rows].map(row)].join('\n');
}

/** Returns the table of permissions on the installation. */
function renderSystemTable(): string {
  const names = [...new Set(SYSTEM_ROLES.flatMap((role) => [...SYSTEM_PERMISSIONS[role]]))];
  const rows = names
    .filter((name) => name.startsWith('system:'))
    .map((name) => [`\`${name}\``, ...SYSTEM_ROLES.map((role) => tick(SYSTEM_PERMISSIONS[role].includes(name)))]);
  const head = ['Permission', ...SYSTEM_ROLES];
  return ['### system', '', ...[head, head.map(() => '---'), ...rows].map(row)].join('\n');
}

function renderTables(): string {
  const resources = (Object.keys(SECURABLES) as SecurableType[]).map(renderResourceTable);
  return [...resources, renderSystemTable()].join('\n\n');
}

printOrWrite('docs/permissions.md', 'permissions', renderTables());
