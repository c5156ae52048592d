import type { Executor } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import { getIntegrationKind } from './kinds/index.ts';
import { createIntegration, findIntegrationOfType, type IntegrationRow } from './queries.ts';

/** A required integration, and whether it was created. */
interface ProvisionedIntegration {
  readonly integration: IntegrationRow;
  readonly isNew: boolean;
}

/**
 * Finds an integration of a type, preferably an authorized one, or creates one without authorization. Returns undefined
 * if the type needs configuration.
 */
export async function findOrCreateIntegration(
  trx: Executor,
  owner: { readonly orgId: string; readonly projectId: string; readonly by: string | null; readonly type: string },
): Promise<ProvisionedIntegration | undefined> {
  const { orgId, projectId, by, type } = owner;
  const found = await findIntegrationOfType(trx, projectId, type);
  if (found) return { integration: found, isNew: false };
  const kind = getIntegrationKind(type);
  if (!kind.service) return undefined;
  const integration = await createIntegration(
    trx,
    { orgId, projectId, userId: by },
    {
      id: newId(),
      type,
      name: kind.name,
      config: { enabled_tools: null },
      status: 'needs_authorization',
      credentialId: null,
      tools: [],
    },
  );
  return { integration, isNew: true };
}
