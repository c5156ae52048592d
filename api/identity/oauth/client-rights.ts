import { assertCanCreateClient } from '../../../src/access/delegation.ts';
import { accessErrors } from '../../../src/access/errors.ts';
import { filterPermissions, hasPermission } from '../../../src/access/permissions.ts';
import { VIEWERS } from '../../../src/access/roles.ts';
import type { ClientSettings } from '../../../src/identity/oauth/clients.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { digestJson } from '../../../src/platform/digest.ts';
import type { Caller } from '../../caller.ts';
import { assertScopesCovered } from '../user-access.ts';

/** Throws a 403 if a restricted credential creates or changes a client with more scopes than its own. */
export function assertNotWider(caller: Caller, scopes: readonly string[] | null): void {
  const permissions = filterPermissions(scopes ?? []);
  assertScopesCovered(caller, permissions.length > 0 ? permissions : null);
}

/**
 * Throws a 403 unless the caller may create client-credentials clients. Such a client acts as an editor of its project
 * and holds the project's roles elsewhere. Changes of its secret, scopes and grant types therefore need more than a
 * role on the client.
 */
export async function assertCanCreate(
  trx: Executor,
  caller: Caller,
  before: ClientSettings,
  after: ClientSettings,
  rotates: boolean,
): Promise<void> {
  if (!actsAsProject(before) && !actsAsProject(after)) return;
  if (!rotates && digestPermissions(before) === digestPermissions(after)) return;
  const project = { type: 'project', id: caller.projectId } as const;
  if (!hasPermission(caller.grants, 'project:create_oauth_client'))
    throw accessErrors.permissionCheckFailed(caller.subject, project, 'create_oauth_client');
  if (actsAsProject(after)) await assertCanCreateClient(trx, caller, caller.projectId);
}

/** Digest of what a client may do. */
export const digestPermissions = ({ grant_types, scopes }: ClientSettings) =>
  digestJson([grant_types.toSorted(), scopes?.toSorted() ?? null]);

/** Whether the caller sees the organization's other projects. A caller who does not must not let a client see them. */
export const seesOtherProjects = ({ grants }: Caller) => VIEWERS.some((role) => grants.roles.organization?.has(role));

/** Whether a client can act as an editor of its project. */
export const actsAsProject = ({ grant_types }: ClientSettings) => grant_types.includes('client_credentials');
