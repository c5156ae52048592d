import { toOutputSchema } from './output-schema.ts';
import { listOptionalParams } from './processors/index.ts';
import type { TaskRevisionRow, TaskRow } from './queries.ts';

/** The parts of a task that models can read, without prompts and model names. */
interface TaskForModels {
  readonly task: Pick<TaskRow, 'id' | 'org_id' | 'project_id' | 'name' | 'description' | 'enabled'>;
  readonly revision: Pick<
    TaskRevisionRow,
    'input_params' | 'input_processors' | 'output_modality' | 'output_format' | 'file_input_mode' | 'image_required'
  >;
}

const FILE_MODE_TEXTS: Readonly<Record<string, string>> = {
  none: 'It takes no files.',
  image: 'It takes images.',
  pdf: 'It takes PDF files.',
  image_or_pdf: 'It takes images and PDF files.',
  any: 'It takes files of any type that its model reads.',
};

/** Describes a task for models as plain text. `publicUrl` is the base URL of the API. */
export function renderTaskForModels({ task, revision }: TaskForModels, publicUrl: string): string {
  const url = `${publicUrl}/api/v1/org/${task.org_id}/project/${task.project_id}/task/${task.id}/run`;
  const parts = [
    `# ${task.name}`,
    task.description.trim(),
    task.enabled ? '' : 'This task is switched off at present: a run is refused with 409 TASK_DISABLED.',
    `## Input\n\n${renderInput(revision)}`,
    `## Output\n\n${renderOutput(revision)}`,
    `## Call\n\n${renderCall(url, revision)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function renderInput(revision: TaskForModels['revision']): string {
  const optional = listOptionalParams(revision.input_processors);
  const params = revision.input_params.map((name) => {
    const processor = revision.input_processors.find(({ param_name }) => param_name === name);
    const how = processor ? `, which the input processor ${processor.input_processor} reads` : '';
    return `- \`${name}\` (${optional.includes(name) ? 'optional' : 'required'}${how})`;
  });
  const list = params.length === 0 ? ['It takes no variables: `task_input` is `{}`.'] : params;
  const needs = revision.image_required ? ' An image is required.' : '';
  return [...list, '', `${FILE_MODE_TEXTS[revision.file_input_mode] ?? ''}${needs}`].join('\n').trim();
}

function renderOutput({ output_modality: modality, output_format: format }: TaskForModels['revision']): string {
  if (format === null) return `\`response\` of the answer is ${modality}.`;
  const schema = JSON.stringify(toOutputSchema(format), null, 2);
  return `\`response\` of the answer is JSON by this schema:\n\n\`\`\`json\n${schema}\n\`\`\``;
}

function renderCall(url: string, { input_params: params }: TaskForModels['revision']): string {
  const body = JSON.stringify({ task_input: Object.fromEntries(params.map((name) => [name, '…'])) });
  return `POST ${url}

- \`Authorization: Bearer <token>\`: the access token of this task, which its owners give away, or an API key of yours.
- The body is JSON: \`task_input\` with the variables, and \`task_files\`, a list of {name, content (base64), media_type}, where there are files.
- 200 answers the run: \`response\`, and \`is_error\` with \`error\` {reason, message} where it failed.

\`\`\`sh
curl ${url} \\
  -H 'Authorization: Bearer <token>' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'
\`\`\``;
}
