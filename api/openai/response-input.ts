import { openAiErrors } from './errors.ts';
import { assertCallsMatch, type Message, type MessageFile, mergeAnswers, readDataUrl } from './messages.ts';
import type { ResponseItem, ResponsesRequest } from './response-schemas.ts';

/** Decision on an approval request. */
export interface ApprovalDecision {
  readonly requestId: string;
  readonly isApproved: boolean;
  readonly note: string | null;
  /** Parameter of the item. */
  readonly param: string;
}

/** Input of a response as messages and decisions. */
export interface ResponseInput {
  readonly messages: readonly Message[];
  readonly decisions: readonly ApprovalDecision[];
}

const NO_PARTS = { files: [], calls: [] };

/** Converts the input of a response. Throws a 400. */
export function toResponseInput({ input, instructions }: ResponsesRequest): ResponseInput {
  const system: Message[] = instructions === undefined ? [] : [{ role: 'system', text: instructions, ...NO_PARTS }];
  if (typeof input === 'string')
    return { messages: [...system, { role: 'user', text: input, ...NO_PARTS }], decisions: [] };
  const messages: Message[] = [];
  let decisions: ApprovalDecision[] = [];
  for (const [index, item] of input.entries()) {
    const param = `input[${index}]`;
    if (item.type === 'mcp_approval_response') decisions.push(toDecision(item, param));
    else if (item.type !== 'mcp_approval_request') messages.push(toMessage(item, param));
    // What an answer follows was decided by an earlier request.
    if (item.role === 'assistant') decisions = [];
  }
  assertCallsMatch(messages, 'input');
  return { messages: [...system, ...mergeAnswers(messages)], decisions };
}

function toDecision({ approval_request_id: requestId, approve, reason = null }: ResponseItem, param: string) {
  return {
    requestId: getField(requestId, `${param}.approval_request_id`),
    isApproved: getField(approve, `${param}.approve`),
    note: reason,
    param,
  };
}

function getField<T>(value: T | undefined, param: string): T {
  if (value === undefined) throw openAiErrors.invalid(param, `${param} is required`);
  return value;
}

function toMessage(item: ResponseItem, param: string): Message {
  if (item.type === 'function_call') {
    const call = {
      id: getField(item.call_id, `${param}.call_id`),
      name: getField(item.name, `${param}.name`),
      arguments: getField(item.arguments, `${param}.arguments`),
    };
    return { role: 'assistant', text: '', files: [], calls: [call] };
  }
  if (item.type === 'function_call_output') {
    const callId = getField(item.call_id, `${param}.call_id`);
    return { role: 'tool', text: getField(item.output, `${param}.output`), callId, ...NO_PARTS };
  }
  const role = getField(item.role, `${param}.role`);
  const content = getField(item.content, `${param}.content`);
  const parts = typeof content === 'string' ? [{ type: 'input_text' as const, text: content }] : content;
  const texts: string[] = [];
  const files: MessageFile[] = [];
  for (const [index, part] of parts.entries()) {
    const at = `${param}.content[${index}]`;
    if (part.type === 'input_image')
      files.push({ name: undefined, ...readDataUrl(`${at}.image_url`, part.image_url ?? '') });
    else if (part.type === 'input_file')
      files.push({ name: part.filename, ...readDataUrl(`${at}.file_data`, part.file_data ?? '') });
    else texts.push(getField(part.type === 'refusal' ? part.refusal : part.text, `${at}.text`));
  }
  if (files.length > 0 && role !== 'user')
    throw openAiErrors.invalid(param, `${param}: only messages of the user have files`);
  return { role: role === 'developer' ? 'system' : role, text: texts.join('\n'), files, calls: [] };
}
