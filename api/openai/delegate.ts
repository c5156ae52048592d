import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';
import { authorizeAs, getTargetParams } from '../plugins/access.ts';
import { createChange } from '../plugins/audit.ts';

/** Request that executes another operation. */
interface Delegation {
  readonly ctx: ApiContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Executes another operation with its own rules: permissions, checks and audit event. Throws its errors. */
export async function executeAs({ ctx, request, reply, operation, params, body = {} }: Delegation): Promise<unknown> {
  await authorizeAs(ctx, request, operation, params);
  const { change, check } = createChange(ctx, operation, request);
  const { caller, parents } = request;
  const input = {
    ctx,
    caller,
    params: getTargetParams(request),
    query: {},
    body,
    parents,
    uploads: [],
    change,
    request,
    reply,
  };
  const result = await operation.handle(input as never);
  check();
  return result;
}
