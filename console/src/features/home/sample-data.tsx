import { useMutation, useQuery } from '@tanstack/react-query';
import { AGENT, PROJECT, TASK } from '../../../../client/prefixes.ts';
import { del, get, post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { modelsQuery } from '../models/queries.ts';
import type { Task } from '../tasks/queries.ts';

/** Tag of the sample tasks and agents, by which they are removed. */
export const SAMPLE_TAG = 'sample-data';

/** Tasks and agents of the sample data. */
function samplesQuery(scope: Scope) {
  const params = { path: { ...scope }, query: { tag_id: SAMPLE_TAG, page_limit: 50 } };
  return {
    queryKey: ['task', 'list', scope.project_id, SAMPLE_TAG],
    queryFn: async () => {
      const [tasks, agents] = await Promise.all([
        get(`${PROJECT}/task`, { params }),
        get(`${PROJECT}/task-agent`, { params }),
      ]);
      return { taskIds: tasks.results.map(({ id }) => id), agentIds: agents.results.map(({ id }) => id) };
    },
  };
}

function invalidateLists(): void {
  void queryClient.invalidateQueries({ queryKey: ['task', 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['agent', 'list'] });
}

/** Adds sample tasks and agents to the project, and removes them again. */
export function SampleData({ canAdd }: { readonly canAdd: boolean }) {
  const scope = useScope();
  const canCreate = useHasPermission('project', 'create_agent');
  const samples = useQuery({ ...samplesQuery(scope), enabled: canCreate === true }).data;
  const add = useMutation({
    mutationFn: () => addSamples(scope),
    onSuccess: () => showToast(w.home.samplesAdded),
    onSettled: invalidateLists,
  });
  const remove = useMutation({
    mutationFn: async () => {
      for (const task_id of samples?.taskIds ?? []) await del(TASK, { params: { path: { ...scope, task_id } } });
      for (const task_agent_id of samples?.agentIds ?? [])
        await del(AGENT, { params: { path: { ...scope, task_agent_id } } });
    },
    onSuccess: () => showToast(w.home.samplesRemoved),
    onSettled: invalidateLists,
  });
  if (!samples) return null;
  const count = samples.taskIds.length + samples.agentIds.length;
  if (count === 0 && !canAdd) return null;
  const error = add.error ?? remove.error;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <p>{count > 0 ? w.home.hasSamples({ n: count }) : w.home.samplesHint}</p>
      {count > 0 ? (
        <Button isSmall isPending={remove.isPending} onClick={() => remove.mutate()}>
          {w.home.removeSamples}
        </Button>
      ) : (
        <Button isSmall isPending={add.isPending} onClick={() => add.mutate()}>
          {w.home.addSamples}
        </Button>
      )}
      {error && <ErrorAlert error={error} />}
    </div>
  );
}

/** Creates a task and an agent from templates, and a run of the task. Their code loads with the click. */
async function addSamples(scope: Scope): Promise<void> {
  const [{ findTemplate }, tasks, agents, { toRequestBody }, models] = await Promise.all([
    import('../templates/index.ts'),
    import('../tasks/draft.ts'),
    import('../agents/draft.ts'),
    import('../tasks/request-body.ts'),
    queryClient.ensureQueryData(modelsQuery(scope)),
  ]);
  const llm_model_id = models.find(({ retired }) => !retired)?.id ?? '';
  const own = { llm_model_id, tags: [SAMPLE_TAG] };
  const params = { path: { ...scope } };
  const task = { ...tasks.EMPTY_DRAFT, ...findTemplate('task', 'support-triage')?.fields, ...own };
  const agent = { ...agents.EMPTY_DRAFT, ...findTemplate('task_agent', 'refunds')?.fields, ...own };
  const created = await post(`${PROJECT}/task`, { params, body: toRequestBody(task) });
  await post(`${PROJECT}/task-agent`, { params, body: agents.toBody(agent) });
  const { id: task_id, revisions } = created as Task;
  const task_input = Object.fromEntries((revisions[0]?.input_params ?? []).map((name) => [name, w.home.sampleText]));
  await post(`${TASK}/run`, {
    params: { path: { ...scope, task_id }, header: { Prefer: 'respond-async' } },
    body: { task_input },
  });
}
