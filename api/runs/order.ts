import type { FastifyRequest } from 'fastify';
import type { Order } from '../../src/runs/accept.ts';
import type { Caller } from '../plugins/access.ts';
import { laterEventOf } from '../plugins/audit.ts';

/** The order of a run, of what the `type` of resource says, that a request asks for. */
export function orderOfRun(
  { caller, request }: { readonly caller: Caller; readonly request: FastifyRequest },
  type: string,
  id: string,
): Order {
  const clientId = caller.kind === 'client_credentials' ? caller.credentialId : null;
  const event = laterEventOf(request, { resource: { type, id } });
  return { id, asker: caller, clientId, triggerType: 'api', keyOwner: request.idempotency?.owner, event };
}
