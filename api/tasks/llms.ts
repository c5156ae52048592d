import { orNotFound } from '../../src/platform/errors.ts';
import { findProjectByKey } from '../../src/projects/queries.ts';
import { findTaskForModels } from '../../src/tasks/runnable.ts';
import { textForModels } from '../../src/tasks/text-for-models.ts';
import { operation } from '../operation.ts';

/** Tells models what a task is for, and how it is called. */
const taskForModels = operation(
  {
    id: 'task.describe_for_models',
    method: 'GET',
    path: '/public/{project_key}/llms/task/{task_id}',
    tag: 'Tasks',
    summary: 'A task described as plain text for models',
    description:
      'What the task does, what it takes and answers, and how it is called: of tasks that are `public` and `exposed_to_agents`. Any other is a 404, as is another project’s. `project_key` is on the record of the project, for its editors.',
    auth: {
      permission: 'public',
      noRateLimitReason: 'only whoever knows 122 random bits finds anything, and it is public',
    },
    response: { schemas: { 200: 'text/plain' }, errors: { 404: ['RESOURCE_NOT_FOUND'] } },
  },
  async ({ ctx, params: { project_key: key, task_id: id }, reply }) => {
    const project = await findProjectByKey(ctx.db, key);
    const found = orNotFound(project && (await findTaskForModels(ctx.db, project.id, id)), 'task', id);
    reply.type('text/plain; charset=utf-8').header('x-robots-tag', 'noindex');
    return textForModels(found, ctx.config.publicUrl);
  },
);

export const TASK_TEXT_OPERATIONS = [taskForModels];
