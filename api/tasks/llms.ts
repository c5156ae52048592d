import { orNotFound } from '../../src/platform/errors.ts';
import { findProjectByKey } from '../../src/projects/queries.ts';
import { findTaskForModels } from '../../src/tasks/runnable.ts';
import { renderTaskForModels } from '../../src/tasks/text-for-models.ts';
import { operation } from '../operation.ts';

/** Describes a task and its call for models. */
const taskForModels = operation(
  {
    id: 'task.describe_for_models',
    method: 'GET',
    path: '/public/{project_key}/llms/task/{task_id}',
    tag: 'Tasks',
    summary: 'Describe a task for models',
    description:
      'Describes the task as plain text: its purpose, input and output, and how to call it. Returns 404 unless the task is `public` and `exposed_to_agents` and belongs to the project. Editors of the project find `project_key` in its record.',
    auth: {
      permission: 'public',
      noRateLimitReason: 'the text is public, and finding it requires 122 random bits',
    },
    response: { schemas: { 200: 'text/plain' }, errors: { 404: ['RESOURCE_NOT_FOUND'] } },
  },
  async ({ ctx, params: { project_key: key, task_id: id }, reply }) => {
    const project = await findProjectByKey(ctx.db, key);
    const found = orNotFound(project && (await findTaskForModels(ctx.db, project.id, id)), 'task', id);
    reply.type('text/plain; charset=utf-8').header('x-robots-tag', 'noindex');
    return renderTaskForModels(found, ctx.config.publicUrl);
  },
);

export const TASK_TEXT_OPERATIONS = [taskForModels];
