import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../src/platform/errors.ts';
import { deleteRunResponse, findRunResponse, type RunResponse } from '../../src/runs/responses/queries.ts';
import { AGENT_OPERATIONS } from '../agents/operations.ts';
import type { Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';
import { authorizeAs } from '../plugins/access.ts';
import { TASK_OPERATIONS } from '../tasks/operations.ts';
import { executeAs } from './delegate.ts';
import { openAiErrors } from './errors.ts';
import { getOperation } from './models.ts';
import { ResponseEvents } from './response-events.ts';
import { parseResponseId, toResponseRecord } from './response-record.ts';
import { getRunKind, getRunRef, readAnswer } from './runs.ts';
import { streamAnswer } from './wait.ts';

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
export interface StoredInput {
  readonly ctx: ApiContext;
  readonly params: { readonly response: string };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface ReadInput extends StoredInput {
  readonly query: { readonly stream?: boolean; readonly starting_after?: number };
}

/** Reads or streams a stored response, by the rules of reading its run. */
export async function readResponse(input: ReadInput) {
  const { ctx, request, reply, query } = input;
  const { stream = false, starting_after: after } = query;
  if (after !== undefined && !stream)
    throw openAiErrors.invalid('starting_after', 'starting_after is for a stream; send stream=true as well');
  const response = await findReadable(input);
  if (!stream) return toResponseRecord(ctx, response, await readAnswer(ctx, response));
  request.server.countStream(request, reply);
  const start = async () => ({});
  const followed = { run: getRunRef(response), afterSeq: response.after_seq, start, isReplay: after === undefined };
  await streamAnswer({ ctx, reply }, followed, new ResponseEvents(ctx, response, after));
  return undefined;
}

/** Finds a stored response whose run the caller can read. Throws a 404 otherwise. */
export async function findReadable(input: StoredInput): Promise<RunResponse> {
  const response = await findStored(input);
  const { ctx, request, params } = input;
  await authorizeReading(ctx, request, response, openAiErrors.responseNotFound(params.response));
  return response;
}

/** Authorizes a request to read the run of a response. Throws `hidden` for responses of others that it cannot see. */
export function authorizeReading(
  ctx: ApiContext,
  request: FastifyRequest,
  response: RunResponse,
  hidden: Error,
): Promise<void> {
  return hideForeignErrors(request, response, hidden, () => authorizeAs(ctx, request, ...toTarget(response, 'read')));
}

/** Cancels the run of a response, by the rules of cancelling it. A run that has ended stays as it is. */
export async function cancelResponse(input: StoredInput) {
  const { ctx, request, reply } = input;
  const response = await findStored(input);
  const [operation, params] = toTarget(response, 'cancel');
  await hideForeignErrors(request, response, openAiErrors.responseNotFound(input.params.response), async () => {
    try {
      await executeAs({ ctx, request, reply, operation, params });
    } catch (error) {
      if (!(error instanceof DomainError && error.reason === 'RUN_ENDED')) throw error;
    }
  });
  reply.code(200);
  return toResponseRecord(ctx, response, await readAnswer(ctx, response));
}

/** Deletes a response, by the rules of cancelling its run. The run stays for the audit log. */
export async function deleteResponse({ change, ...input }: StoredInput & { readonly change: Change }) {
  const { ctx, request, params } = input;
  const response = await findStored(input);
  const missing = openAiErrors.responseNotFound(params.response);
  await hideForeignErrors(request, response, missing, () => authorizeAs(ctx, request, ...toTarget(response, 'cancel')));
  const ref = getRunRef(response);
  await change(async (trx) => {
    if (!(await deleteRunResponse(trx, response.id))) throw missing;
    const resource = { type: getRunKind(ref).resource, id: ref.id };
    const scope = { orgId: response.org_id, projectId: response.project_id };
    return { result: undefined, audited: { resource, scope, payload: { response_id: params.response } } };
  });
  return { id: params.response, object: 'response' as const, deleted: true as const };
}

async function findStored({ ctx, params }: StoredInput): Promise<RunResponse> {
  const id = parseResponseId(params.response);
  const found = id === undefined ? undefined : await findRunResponse(ctx.db, id);
  if (found === undefined || !found.stored) throw openAiErrors.responseNotFound(params.response);
  return found;
}

/** Runs the work. For a response of others that the caller cannot see, throws the error of a missing one. */
async function hideForeignErrors(
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
