import { w } from '../words/index.ts';

/** A role by its name; one that this page does not know by the API's. Shared with approvals and the page of somebody who has no project. */
export function formatRole(role: string): string {
  return (w.people.role as Readonly<Record<string, string>>)[role] ?? role;
}

export function formatRoles(roles: readonly string[]): string {
  return roles.map(formatRole).join(', ');
}
