import type { Scope } from './session.ts';
import { keep, read } from './storage.ts';

/** The project that this tab, or else this browser, was in last. */
export function lastScope(projectId?: string): Scope | undefined {
  const kept = [read('scope', 'tab'), read('scope')].flatMap((text) => (text ? [parsed(text)] : []));
  return kept.find((scope) => scope && (projectId === undefined || scope.project_id === projectId));
}

function parsed(text: string): Scope | undefined {
  const [org_id, project_id] = text.split('/');
  return org_id && project_id ? { org_id, project_id } : undefined;
}

export function keepScope({ org_id, project_id }: Scope): void {
  keep('scope', `${org_id}/${project_id}`, 'tab');
  keep('scope', `${org_id}/${project_id}`);
}

/** Forgets it, as when the project is gone or the person leaves. */
export function forgetScope(): void {
  keep('scope', undefined, 'tab');
  keep('scope', undefined);
}
