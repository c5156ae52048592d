import type { AgentRevisionRow } from '../../src/agents/queries.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import { type JsonSchema, toOutputSchema } from '../../src/tasks/output-schema.ts';
import { findTaskRevision, type TaskRevisionRow } from '../../src/tasks/queries.ts';
import { findRunnableTask, type RunnableTask } from '../../src/tasks/runnable.ts';
import type { ApiContext } from '../context.ts';
import { openAiErrors } from './errors.ts';
import { findUncovered } from './schema-cover.ts';

/** Format that a request names. */
export interface RequestedFormat {
  /** Name of the parameter. */
  readonly param: string;
  readonly type: 'text' | 'json_object' | 'json_schema';
  /** JSON Schema of `json_schema`. */
  readonly schema?: JsonSchema | undefined;
}

/** Revision that can serve a request. */
type ServingRevision =
  | { readonly kind: 'agent'; readonly revision: AgentRevisionRow; readonly projectId: string }
  | { readonly kind: 'task'; readonly revision: TaskRevisionRow };

/**
 * Throws a 400 unless every answer of the revision has the requested format. A task with modality json, or an agent
 * with an output formatter, answers in the format of its revision, so a requested schema must accept all of its
 * answers.
 */
export async function assertFormatMatches(
  ctx: ApiContext,
  { param, type, schema }: RequestedFormat,
  serving: ServingRevision,
): Promise<void> {
  const revisions = serving.kind === 'task' ? [serving.revision] : await listFormatters(ctx, serving);
  assertTextOutput(revisions);
  if (type === 'text') return;
  if (revisions.length === 0 || revisions.some(({ output_format: format }) => format === null))
    throw openAiErrors.unsupported(
      param,
      'the agent or task answers with text. A task of modality json, or an agent with an output formatter, answers with JSON.',
    );
  if (type === 'json_object') return;
  if (schema === undefined) throw openAiErrors.invalid(`${param}.schema`, `${param}.schema is required`);
  for (const { output_format: format } of revisions) {
    const own = toOutputSchema(format as Parameters<typeof toOutputSchema>[0]);
    const problem = findUncovered(schema, own);
    if (problem !== undefined)
      throw openAiErrors.unsupported(
        `${param}.schema`,
        `the answers have the format of the revision, which does not fit at ${problem}. The revision's schema is ${JSON.stringify(own)}`,
      );
  }
}

/** Throws a 400 for revisions whose answers are files. */
function assertTextOutput(revisions: readonly TaskRevisionRow[]): void {
  const modality = revisions.find(({ output_modality: name }) => !['text', 'json', 'csv'].includes(name));
  if (modality !== undefined)
    throw openAiErrors.invalid(
      'model',
      `the task answers with a file (${modality.output_modality}); run it by its own operation`,
    );
}

/** Lists the revisions of the output formatter of an agent; none without one. */
async function listFormatters(
  { db }: ApiContext,
  { revision, projectId }: Extract<ServingRevision, { readonly kind: 'agent' }>,
): Promise<TaskRevisionRow[]> {
  const formatter = revision.task_tools.find((tool) => tool.is_output_formatter);
  const task = formatter && (await findRunnableTask(db, projectId, formatter.task_id));
  return task === undefined ? [] : listServingRevisions({ db }, task);
}

/** Lists the revisions of a task that can serve a run. */
export async function listServingRevisions(
  { db }: Pick<ApiContext, 'db'>,
  { active }: Pick<RunnableTask, 'active'>,
): Promise<TaskRevisionRow[]> {
  const revisions = await Promise.all(active.map(({ task_revision_id: id }) => findTaskRevision(db, id)));
  return revisions.filter((revision) => revision !== undefined);
}

/** Converts `response_format`, or `text.format`, which is flat. */
export function toRequestedFormat(
  param: string,
  format: { readonly type: RequestedFormat['type']; readonly schema?: unknown } | undefined,
): RequestedFormat {
  if (format === undefined) return { param, type: 'text' };
  return { param, type: format.type, schema: isRecord(format.schema) ? format.schema : undefined };
}
