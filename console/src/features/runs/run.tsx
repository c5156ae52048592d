import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { located } from '../../lib/locate.ts';
import { ScopeContext } from '../../lib/session.ts';
import { Unread } from '../../ui/unread.tsx';
import { w } from '../../words/index.ts';
import { AgentRunView } from './agent-run.tsx';
import { TaskRunView } from './task-run.tsx';

const route = getRouteApi('/in/runs/$runId');

/** One run, of a task or an agent, wherever it is. */
export default function Run() {
  const { runId } = route.useParams();
  const place = useQuery(located(runId));
  if (!place.data) return <Unread title={w.runs.title} of={place} />;
  const { org_id, project_id, task_id, task_agent_id, run_id, workflow_url } = place.data;
  const scope = { org_id, project_id };
  return (
    <ScopeContext value={scope}>
      {task_agent_id !== null ? (
        <AgentRunView key={run_id} address={{ ...scope, task_agent_id, run_id }} workflowUrl={workflow_url} />
      ) : (
        <TaskRunView
          key={run_id}
          address={{ ...scope, task_id: task_id ?? '', task_run_id: run_id }}
          workflowUrl={workflow_url}
        />
      )}
    </ScopeContext>
  );
}
