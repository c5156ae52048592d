import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { located } from '../../lib/locate.ts';
import { ScopeContext } from '../../lib/session.ts';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { w } from '../../words/index.ts';
import { AgentRunView } from './agent-run.tsx';
import { TaskRunView } from './task-run.tsx';

const route = getRouteApi('/in/runs/$runId');

/** One run, of a task or an agent, wherever it is. */
export default function Run() {
  const { runId } = route.useParams();
  const place = useQuery(located(runId));
  if (place.error && !place.data) {
    return (
      <Page title={w.runs.title}>
        <Failed error={place.error} onRetry={() => void place.refetch()} />
      </Page>
    );
  }
  if (!place.data) return <Loading lines={8} />;
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
