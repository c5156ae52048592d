import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { DEPTH_HEADER, parseDepth } from '../../src/platform/call-depth.ts';
import { errors } from '../../src/platform/errors.ts';
import { Id } from '../../src/platform/schemas.ts';
import type { RunRequest } from '../../src/runs/accept.ts';
import { runProblems } from '../../src/runs/problems.ts';
import type { Caller } from '../caller.ts';
import { createStartedEvent } from '../plugins/audit.ts';

/** Run request of an API request for a resource of this type. */
export function toRunRequest(
  { caller, request }: { readonly caller: Caller; readonly request: FastifyRequest },
  type: string,
  id: string,
): RunRequest {
  const event = createStartedEvent(request, { resource: { type, id } });
  return {
    id,
    principal: caller,
    clientId: caller.clientId,
    triggerType: 'api',
    keyOwner: request.idempotency?.owner,
    depth: parseDepth(request.headers[DEPTH_HEADER]),
    event,
  };
}

/** Query parameters that select the revision to run. */
export const REVISION_QUERY = {
  revision_id: Type.Optional(Id),
  revision: Type.Optional({ ...Id, description: 'Alias of `revision_id`' }),
};

/** Query with an optional revision. */
export interface RevisionQuery {
  readonly revision_id?: string;
  readonly revision?: string;
}

/** Revision id of a query. Throws a 422 if it has both parameters. */
export function getRevisionId({ revision_id: id, revision }: RevisionQuery): string | undefined {
  if (id !== undefined && revision !== undefined && id !== revision)
    throw errors.invalidQuery('revision', runProblems.revisions_differ({ other: 'revision_id' }));
  return id ?? revision;
}
