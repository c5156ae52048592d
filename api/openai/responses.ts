import type { FastifyReply, FastifyRequest } from 'fastify';
import { findApprovalRun } from '../../src/agents/approvals/queries.ts';
import { findProjectOfResource, toMcpUrl } from '../../src/identity/oauth/resource.ts';
import { findRunResponse, type RunResponse } from '../../src/runs/responses/queries.ts';
import { AGENT_OPERATIONS } from '../agents/operations.ts';
import type { ApiContext } from '../context.ts';
import { followDecided, prepareResponse, type StartedResponse } from './begin.ts';
import { findContinuedSession, type Plan, planConversation } from './conversation.ts';
import { executeAs } from './delegate.ts';
import { OpenAiError, openAiErrors } from './errors.ts';
import { toRequestedFormat } from './formats.ts';
import { toStoredItems } from './input-items.ts';
import { resolveReferences } from './item-references.ts';
import { digestConversation, type Message } from './messages.ts';
import { getOperation, getRunnableModel, type RunnableModel } from './models.ts';
import type { ResponseRequest } from './request.ts';
import { ResponseEvents } from './response-events.ts';
import { type ApprovalDecision, type ResponseInput, toResponseInput } from './response-input.ts';
import { parseApprovalId, parseResponseId, toResponseRecord } from './response-record.ts';
import type { ResponsesRequest } from './response-schemas.ts';
import { getModelId, getRunRef, readAnswer, readAnswerAfter, toRunFailure } from './runs.ts';
import { authorizeReading } from './stored.ts';
import { awaitAnswer, streamAnswer } from './wait.ts';

const APPROVE = getOperation(AGENT_OPERATIONS, 'approval_request.approve');
const REJECT = getOperation(AGENT_OPERATIONS, 'approval_request.reject');

interface ResponsesInput {
  readonly ctx: ApiContext;
  readonly body: ResponsesRequest;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Creates a response: starts a run, continues the session of a response, or decides the approvals of one. */
export async function createResponse({ ctx, body, request, reply }: ResponsesInput) {
  assertCombination(body);
  const items = await resolveReferences(ctx, request, body.input);
  const given = toResponseInput({ ...body, input: items });
  const model = await getRunnableModel(ctx, request, body.model);
  assertOwnServer(ctx, body, model);
  const previous = await findPrevious(ctx, request, body, model);
  const scope = { user: body.user, previous: previous?.id };
  const digest = (messages: readonly Message[]) => digestConversation(messages, scope);
  const { decisions, messages } = given;
  const input: ResponseRequest = {
    ctx,
    request,
    reply,
    model,
    param: 'input',
    messages: previous === undefined ? messages : [],
    digest: decisions.length === 0 ? digest(messages) : digestConversation(messages, { ...scope, decisions }),
    stream: body.stream ?? false,
    stored: body.store ?? true,
    user: body.user,
    settings: { ...body, 'reasoning.effort': body.reasoning?.effort, 'text.verbosity': body.text?.verbosity },
    format: toRequestedFormat('text.format', body.text?.format),
    echo: toEcho(body),
    items: toStoredItems(items),
  };
  if (input.stream) request.server.countStream(request, reply);
  const conversation = { ctx, caller: request.caller, model, messages, param: 'input', digest };
  const getPlan = () =>
    previous === undefined ? planConversation(conversation) : continueResponse(ctx, previous, messages);
  const begun = decisions.length === 0 ? await prepareResponse(input, getPlan) : await decide(input, given, previous);
  return respond(input, begun, body);
}

async function respond(input: ResponseRequest, begun: StartedResponse, { background, model }: ResponsesRequest) {
  const { ctx, stored, echo } = input;
  const isAgent = begun.run.kind === 'agent';
  const row = {
    id: begun.id,
    created: begun.created,
    stored,
    request: { ...echo, model },
    agent_run_id: isAgent ? begun.run.id : null,
    task_run_id: isAgent ? null : begun.run.id,
  };
  if (input.stream) {
    await streamAnswer(input, begun, new ResponseEvents(ctx, row));
    return undefined;
  }
  if (background) {
    await (await begun.start()).started;
    return toResponseRecord(ctx, row, await readAnswerAfter(ctx, begun.run, begun.afterSeq));
  }
  const answer = await awaitAnswer(input, begun);
  const failure = toRunFailure(answer.run);
  if (failure !== undefined) throw failure;
  return toResponseRecord(ctx, row, answer);
}

function assertCombination({ background, store }: ResponsesRequest): void {
  if (background && store === false)
    throw openAiErrors.unsupported('store', 'a response in the background is read by its ID, so it must be stored');
}

/** Throws a 400 for an MCP tool of another server: an agent calls the tools of its revision. */
function assertOwnServer({ config }: ApiContext, { tools }: ResponsesRequest, model: RunnableModel): void {
  const { project_id: projectId } = model.kind === 'agent' ? model.agent : model.task;
  const url = tools?.[0]?.server_url;
  if (url !== undefined && findProjectOfResource(config.publicUrl, url) !== projectId)
    throw openAiErrors.invalid(
      'tools[0].server_url',
      `tools[0].server_url must be ${toMcpUrl(config.publicUrl, projectId)}`,
    );
}

function toEcho(body: ResponsesRequest): Record<string, unknown> {
  const { instructions, previous_response_id, metadata, user } = body;
  return {
    background: body.background ?? false,
    instructions,
    previous_response_id,
    metadata,
    user,
    format: body.text?.format,
  };
}

/** Finds the response of `previous_response_id`, which the caller created with the same model. Throws a 400 or 404. */
async function findPrevious(
  ctx: ApiContext,
  { caller }: FastifyRequest,
  { previous_response_id: text }: ResponsesRequest,
  model: RunnableModel,
): Promise<RunResponse | undefined> {
  if (text === undefined) return undefined;
  const id = parseResponseId(text);
  const found = id === undefined ? undefined : await findRunResponse(ctx.db, id);
  const isOwn = found?.created_by === caller.subject.id && found.created_by_type === caller.subject.type;
  if (found === undefined || !isOwn || !found.stored) throw openAiErrors.responseNotFound(text, 'previous_response_id');
  if (found.parent_id !== getModelId(model))
    throw openAiErrors.invalid('previous_response_id', 'the previous response is of another model');
  if (model.kind === 'task')
    throw openAiErrors.unsupported('previous_response_id', 'a task has no sessions; send the whole conversation');
  return found;
}

/** Continues the session of a response. Throws a 409 if the run has not ended or the session has gone on. */
async function continueResponse(ctx: ApiContext, previous: RunResponse, messages: readonly Message[]): Promise<Plan> {
  if (messages.at(-1)?.role !== 'user')
    throw openAiErrors.invalid('input', 'the last item of input must be a message of the user');
  const session = await findContinuedSession(ctx.db, getRunRef(previous).id);
  if (session !== undefined) return { kind: 'start', messages, session };
  const { run } = await readAnswer(ctx, previous);
  if (run.completed !== null)
    throw new OpenAiError(
      409,
      'response_superseded',
      'A later response continues this one. Continue that, or send the whole conversation.',
      {
        param: 'previous_response_id',
        isFinal: true,
      },
    );
  throw new OpenAiError(
    409,
    'response_in_progress',
    'The previous response is not done. Wait for it, or decide its approval requests.',
    {
      param: 'previous_response_id',
      isFinal: true,
    },
  );
}

/** Decides approval requests by the rules of their own operations, then follows the run. */
async function decide(
  input: ResponseRequest,
  { decisions, messages }: ResponseInput,
  previous: RunResponse | undefined,
): Promise<StartedResponse> {
  const { ctx, request, reply, model } = input;
  const located = await Promise.all(decisions.map((decision) => locate(ctx, decision)));
  const [first] = located;
  const answered = await findRunResponse(ctx.db, first?.responseId ?? '');
  if (answered === undefined) throw openAiErrors.responseNotFound(first?.responseId ?? '', 'input');
  const isOfOneRun = located.every(({ responseId }) => responseId === answered.id);
  if (!isOfOneRun || (previous !== undefined && previous.id !== answered.id))
    throw openAiErrors.invalid('input', 'all approval requests must be of the previous response');
  if (answered.parent_id !== getModelId(model))
    throw openAiErrors.invalid('model', 'the approval request is of another model');
  const added = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  if (previous !== undefined && added.length > 0)
    throw openAiErrors.invalid('input', 'a decision cannot have a message; send it when the run is done');
  // People who may decide a request do not thereby see the run of somebody else.
  await authorizeReading(ctx, request, answered, toMissingRequest(located[0]?.decision));
  const { pauses } = await readAnswer(ctx, answered);
  const asked = located.map(({ id, decision }) => {
    const pause = pauses.find(({ mark }) => mark === id);
    if (pause === undefined) throw toMissingRequest(decision);
    return pause.seq;
  });
  const { org_id, project_id } = answered;
  for (const { decision, agentId, id, digest } of located) {
    const params = { org_id, project_id, task_agent_id: agentId, approval_request_id: id };
    const operation = decision.isApproved ? APPROVE : REJECT;
    const body = { decision_note: decision.note, ...(decision.isApproved && { arguments_digest: digest }) };
    await executeAs({ ctx, request, reply, operation, params, body });
  }
  // The stream and the wait are authorized as the run again.
  await getRunnableModel(ctx, request, model.model);
  return followDecided(input, getRunRef(answered), Math.max(answered.after_seq, ...asked));
}

async function locate(ctx: ApiContext, decision: ApprovalDecision) {
  const parsed = parseApprovalId(decision.requestId);
  const found = parsed && (await findApprovalRun(ctx.db, parsed.id));
  // `approve: false` would send a call again whose outcome is unclear.
  if (found === undefined || parsed === undefined || found.kind !== 'tool_call') throw toMissingRequest(decision);
  return { ...parsed, agentId: found.agent_id, decision };
}

function toMissingRequest(decision: ApprovalDecision | undefined): OpenAiError {
  return new OpenAiError(404, 'approval_request_not_found', 'There is no such approval request.', {
    param: `${decision?.param ?? 'input'}.approval_request_id`,
  });
}
