import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useScope } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { type Agent, agentsUsingQuery } from './queries.ts';

interface Props {
  /** ID of an attachable resource. */
  readonly id: string;
  /** Renders details below an agent's name. */
  readonly renderDetails?: (agent: Agent) => ReactNode;
}

/** Lists the agents whose active revision attaches a resource. */
export function UsedByAgents({ id, renderDetails }: Props) {
  const { data, error, refetch } = useQuery(agentsUsingQuery(useScope(), id));
  return (
    <section aria-label={w.agents.usedBy} className="flex flex-col gap-2">
      <h2 className="font-semibold">{w.agents.usedBy}</h2>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={2} />}
      {data?.results.length === 0 && <p className="text-muted">{w.agents.usedByNone}</p>}
      <ul className="flex flex-col gap-2">
        {data?.results.map((agent) => (
          <li key={agent.id} className="flex flex-col gap-1">
            <Link to="/agents/$agentId" params={{ agentId: agent.id }} className="break-words link">
              {agent.name}
            </Link>
            {renderDetails?.(agent)}
          </li>
        ))}
      </ul>
      {data?.pagination.has_next && <p className="text-sm text-muted">{w.agents.usedByMore}</p>}
    </section>
  );
}
