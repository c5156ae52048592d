import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../src/platform/errors.ts';
import { findRunResponse, type RunResponse } from '../../src/runs/responses/queries.ts';
import { AGENT_OPERATIONS } from '../agents/operations.ts';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';
import { authorizeAs } from '../plugins/access.ts';
import { TASK_OPERATIONS } from '../tasks/operations.ts';
import { executeAs } from './delegate.ts';
import { openAiErrors } from './errors.ts';
import { getOperation } from './models.ts';
import { parseResponseId, toResponseRecord } from './response-record.ts';
import { getRunRef, readAnswer } from './runs.ts';

const OPERATIONS = {
  agent: {
    read: getOperation(AGENT_OPERATIONS, 'task_agent_run.read'),
    cancel: getOperation(AGENT_OPERATIONS, 'task_agent_run.cancel'),
  },
  task: {
    read: getOperation(TASK_OPERATIONS, 'task_run.read'),
    cancel: getOperation(TASK_OPERATIONS, 'task_run.cancel'),
  },
};

/** Request for a stored response. */
interface StoredInput {
  readonly ctx: ApiContext;
  readonly params: { readonly response: string };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Reads a stored response, by the rules of reading its run. */
export async function readResponse(input: StoredInput) {
  const { ctx, request, params } = input;
  assertPlainRead(request);
  const response = await findStored(input);
  await authorizeReading(ctx, request, response, openAiErrors.responseNotFound(params.response));
  return toResponseRecord(ctx, response, await readAnswer(ctx, response));
}

/** Authorizes a request to read the run of a response. Throws `hidden` for responses of others that it cannot see. */
export function authorizeReading(
  ctx: ApiContext,
  request: FastifyRequest,
  response: RunResponse,
  hidden: Error,
): Promise<void> {
  return asHidden(request, response, hidden, () => authorizeAs(ctx, request, ...toTarget(response, 'read')));
}

/** Query parameters of OpenAI that change what a read returns. */
const READ_PARAMETERS = ['stream', 'starting_after', 'include', 'include_obfuscation', 'include[]'];

/** Throws a 400 that names a parameter with an effect that is not supported. `stream=false` has none. */
function assertPlainRead({ query }: FastifyRequest): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>))
    if (READ_PARAMETERS.includes(name) && value !== 'false')
      throw openAiErrors.unsupported(
        name,
        'a stored response is read as a whole; repeat the read until its status is final',
      );
}

/** Cancels the run of a response, by the rules of cancelling it. A run that has ended stays as it is. */
export async function cancelResponse(input: StoredInput) {
  const { ctx, request, reply } = input;
  const response = await findStored(input);
  const [operation, params] = toTarget(response, 'cancel');
  await asHidden(request, response, openAiErrors.responseNotFound(input.params.response), async () => {
    try {
      await executeAs({ ctx, request, reply, operation, params });
    } catch (error) {
      if (!(error instanceof DomainError && error.reason === 'RUN_ENDED')) throw error;
    }
  });
  reply.code(200);
  return toResponseRecord(ctx, response, await readAnswer(ctx, response));
}

async function findStored({ ctx, params }: StoredInput): Promise<RunResponse> {
  const id = parseResponseId(params.response);
  const found = id === undefined ? undefined : await findRunResponse(ctx.db, id);
  if (found === undefined || !found.stored) throw openAiErrors.responseNotFound(params.response);
  return found;
}

/** Makes a response of others that the caller cannot see equal a missing one. */
async function asHidden(
  request: FastifyRequest,
  response: RunResponse,
  hidden: Error,
  work: () => Promise<void>,
): Promise<void> {
  const { subject } = request.caller;
  const isOwn = response.created_by === subject.id && response.created_by_type === subject.type;
  try {
    await work();
  } catch (error) {
    const isHidden = error instanceof DomainError && (error.status === 404 || (error.status === 403 && !isOwn));
    throw isHidden ? hidden : error;
  }
}

function toTarget(response: RunResponse, action: 'read' | 'cancel'): [Operation, Record<string, string>] {
  const { kind, id } = getRunRef(response);
  const { org_id, project_id, parent_id } = response;
  const params: Record<string, string> =
    kind === 'agent' ? { task_agent_id: parent_id, run_id: id } : { task_id: parent_id, task_run_id: id };
  return [OPERATIONS[kind][action], { org_id, project_id, ...params }];
}
