import type { FastifyRequest } from 'fastify';
import type { Order } from '../../src/runs/accept.ts';
import type { Caller } from '../plugins/access.ts';

/** The order of a run that a request asks for. */
export function orderOfRun(
  { caller, request }: { readonly caller: Caller; readonly request: FastifyRequest },
  id: string,
): Order {
  const clientId = caller.kind === 'client_credentials' ? caller.credentialId : null;
  return { id, asker: caller, clientId, triggerType: 'api', keyOwner: request.idempotency?.owner };
}
