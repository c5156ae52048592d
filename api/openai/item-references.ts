import type { FastifyRequest } from 'fastify';
import { findRunResponse } from '../../src/runs/responses/queries.ts';
import type { ApiContext } from '../context.ts';
import { openAiErrors } from './errors.ts';
import { parseApprovalId, parseMessageId, toResponseRecord } from './response-record.ts';
import type { OpenAiResponse, ResponseItem, ResponsesRequest } from './response-schemas.ts';
import { readAnswer } from './runs.ts';
import { authorizeReading } from './stored.ts';

/** Maximum number of responses whose items one input refers to. Each is read from the events of its run. */
const MAX_RESPONSES = 200;

/** Replaces references by the output items that they name. Throws a 404 unless the caller can read their responses. */
export async function resolveReferences(
  ctx: ApiContext,
  request: FastifyRequest,
  input: ResponsesRequest['input'],
): Promise<ResponsesRequest['input']> {
  if (typeof input === 'string') return input;
  const outputs = new Map<string, OpenAiResponse['output']>();
  const resolved: ResponseItem[] = [];
  for (const [index, item] of input.entries()) {
    const isReference = item.type === 'item_reference';
    resolved.push(isReference ? await resolve(ctx, request, outputs, item, `input[${index}]`) : item);
  }
  return resolved;
}

async function resolve(
  ctx: ApiContext,
  request: FastifyRequest,
  outputs: Map<string, OpenAiResponse['output']>,
  { id = '' }: ResponseItem,
  param: string,
): Promise<ResponseItem> {
  // A decided request is no longer in the output. The decision beside the reference is checked.
  if (parseApprovalId(id) !== undefined) return { type: 'mcp_approval_request', id };
  const missing = openAiErrors.itemNotFound(id, `${param}.id`);
  const responseId = parseMessageId(id);
  if (responseId === undefined) throw missing;
  const output = outputs.get(responseId) ?? (await readOutput(ctx, request, responseId, missing));
  outputs.set(responseId, output);
  if (outputs.size > MAX_RESPONSES)
    throw openAiErrors.invalid(
      'input',
      `input refers to items of more than ${MAX_RESPONSES} responses; send previous_response_id or the messages`,
    );
  const found = output.find((item) => item.id === id);
  if (found === undefined) throw missing;
  return found as ResponseItem;
}

async function readOutput(ctx: ApiContext, request: FastifyRequest, id: string, missing: Error) {
  const response = await findRunResponse(ctx.db, id);
  if (!response?.stored) throw missing;
  await authorizeReading(ctx, request, response, missing);
  return toResponseRecord(ctx, response, await readAnswer(ctx, response)).output;
}
