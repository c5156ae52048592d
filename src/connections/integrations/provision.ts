import type { Executor } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import { getIntegrationKind } from './kinds/index.ts';
import { createIntegration, findIntegrationOfType, type IntegrationRow } from './queries.ts';

/** An integration that something needs, and whether it was made for that. */
export interface ProvisionedIntegration {
  readonly integration: IntegrationRow;
  readonly isNew: boolean;
}

/**
 * The project's integration of a type, an authorised one before others, or a new one, which nobody has authorised. Undefined
 * where there is none and none can be made, since a person has to say what it is to be.
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
