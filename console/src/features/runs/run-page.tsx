import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { locateQuery } from '../../lib/locate.ts';
import { ScopeContext } from '../../lib/session.ts';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { w } from '../../words/index.ts';
import { AgentRunView } from './agent-run-view.tsx';
import { TaskRunView } from './task-run-view.tsx';

const route = getRouteApi('/in/runs/$runId');

/** Page of a task run or an agent run, located by ID. */
export default function RunPage() {
  const { runId } = route.useParams();
  const location = useQuery(locateQuery(runId));
  if (!location.data) return <PagePlaceholder title={w.runs.title} query={location} />;
  const { org_id, project_id, task_id, task_agent_id, run_id, workflow_url } = location.data;
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
