import type { Scope } from './session.ts';
import { getStored, setStored } from './storage.ts';

/** Returns the last used project of this tab, else of this browser. */
export function findLastScope(projectId?: string): Scope | undefined {
  const stored = [getStored('scope', 'tab'), getStored('scope')].flatMap((text) => (text ? [parseScope(text)] : []));
  return stored.find((scope) => scope && (projectId === undefined || scope.project_id === projectId));
}

function parseScope(text: string): Scope | undefined {
  const [org_id, project_id] = text.split('/');
  return org_id && project_id ? { org_id, project_id } : undefined;
}

export function storeScope({ org_id, project_id }: Scope): void {
  setStored('scope', `${org_id}/${project_id}`, 'tab');
  setStored('scope', `${org_id}/${project_id}`);
}

/** Forgets the last project, for example after sign-out or deletion. */
export function clearScope(): void {
  setStored('scope', undefined, 'tab');
  setStored('scope', undefined);
}

/** Returns the ID in a link to a run or approval, which does not name a project. */
export function findLinkedId(pathname: string): string | undefined {
  return /^\/(?:approvals|runs)\/([0-9a-f-]{36})/i.exec(pathname)?.[1];
}
