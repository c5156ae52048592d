import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { errors } from '../../src/platform/errors.ts';
import type { Order } from '../../src/runs/accept.ts';
import type { Caller } from '../caller.ts';
import { createStartedEvent } from '../plugins/audit.ts';
import { Id } from '../schemas.ts';

/** The order of a run, of what the `type` of resource says, that a request asks for. */
export function orderOfRun(
  { caller, request }: { readonly caller: Caller; readonly request: FastifyRequest },
  type: string,
  id: string,
): Order {
  const event = createStartedEvent(request, { resource: { type, id } });
  return {
    id,
    principal: caller,
    clientId: caller.clientId,
    triggerType: 'api',
    keyOwner: request.idempotency?.owner,
    event,
  };
}

/** How a query names the revision that is to run. */
export const REVISION_QUERY = {
  revision_id: Type.Optional(Id),
  revision: Type.Optional({ ...Id, description: 'the same as `revision_id`' }),
};

/** A query that may name a revision. */
export interface RevisionQuery {
  readonly revision_id?: string;
  readonly revision?: string;
}

/** The revision that a query names. Throws a 422 where it names two. */
export function revisionNamed({ revision_id: id, revision }: RevisionQuery): string | undefined {
  if (id !== undefined && revision !== undefined && id !== revision)
    throw errors.invalidQuery('revision', 'is another one than revision_id: name one revision');
  return id ?? revision;
}
