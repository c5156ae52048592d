import { getFileExtension } from '../../src/files/extensions.ts';
import type { NewFile } from '../../src/files/queries.ts';
import { parseJson } from '../../src/platform/json.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import { getFileMediaType } from '../../src/platform/media-type.ts';
import type { TaskRunRequest } from '../../src/tasks/accept.ts';
import type { RunnableTask } from '../../src/tasks/runnable.ts';
import { stageRequestBlob } from '../plugins/staging.ts';
import { openAiErrors } from './errors.ts';
import { listServingRevisions } from './formats.ts';
import { type Message, toPrompt } from './messages.ts';
import type { ResponseRequest } from './request.ts';

type TaskPart = Pick<
  TaskRunRequest,
  'input' | 'revisionId' | 'revisionTag' | 'useFallbackModel' | 'reference' | 'stream' | 'files'
>;

/** Converts a conversation to the input of a task run. Throws a 400. */
export async function toTaskInput(request: ResponseRequest, task: RunnableTask): Promise<TaskPart> {
  const { ctx, messages, stream, user, param } = request;
  const revisions = await listServingRevisions(ctx, task);
  const variables = [...new Set(revisions.flatMap((revision) => revision.input_params))];
  const files = messages.flatMap((message) => message.files);
  return {
    input: toVariables(messages, variables, param),
    revisionId: undefined,
    revisionTag: undefined,
    useFallbackModel: false,
    reference: user ?? null,
    stream,
    files: () => stageFiles(request, files),
  };
}

/** Assigns the conversation to the variables of a task. */
function toVariables(
  messages: readonly Message[],
  variables: readonly string[],
  param: string,
): Record<string, unknown> {
  const text = toPrompt(messages, param);
  const [variable, ...others] = variables;
  if (variable === undefined) {
    if (text.trim() !== '')
      throw openAiErrors.invalid(param, 'the task has no variables and takes no text, only files');
    return {};
  }
  if (others.length === 0) return { [variable]: text };
  const names = variables.join(', ');
  const value = messages.length === 1 ? parseObject(text) : undefined;
  if (value === undefined)
    throw openAiErrors.invalid(
      param,
      `the task has several variables: send one message of the user with a JSON object of ${names}`,
    );
  const unknown = Object.keys(value).find((name) => !variables.includes(name));
  if (unknown !== undefined)
    throw openAiErrors.invalid(param, `the task has no variable ${unknown.slice(0, 100)}; it has ${names}`);
  return value;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function stageFiles({ ctx, request }: ResponseRequest, files: Message['files']): Promise<NewFile[]> {
  const staged: NewFile[] = [];
  for (const [index, { name, mediaType: declared, content }] of files.entries()) {
    const blob = await stageRequestBlob(ctx, request, [Buffer.from(content, 'base64')]);
    const mediaType = getFileMediaType(blob.beginning, declared);
    staged.push({ name: name ?? `file-${index + 1}${getFileExtension(mediaType)}`, mediaType, blob });
  }
  return staged;
}
