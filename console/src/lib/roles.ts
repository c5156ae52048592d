import { w } from '../words/index.ts';

/** Returns the name of a role in the page's language, or its API name if unknown. */
export function formatRole(role: string): string {
  return (w.ui.roles as Readonly<Record<string, string>>)[role] ?? role;
}

export function formatRoles(roles: readonly string[]): string {
  return roles.map(formatRole).join(', ');
}
