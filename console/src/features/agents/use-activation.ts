import { useMutation } from '@tanstack/react-query';
import { AGENT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { agentQuery } from './agent-query.ts';
import type { Agent } from './queries.ts';

interface Activation {
  readonly id: string;
  /** Overrides the release gate. */
  readonly overrideReason?: string;
}

/** Returns a mutation that makes a revision the one that runs use. */
export function useActivation(agent: Pick<Agent, 'id'>) {
  const scope = useScope();
  return useMutation({
    mutationFn: ({ id, overrideReason }: Activation) => {
      const override = overrideReason === undefined ? {} : { release_gate_override: overrideReason };
      const body = { active_revision_id: id, ...override };
      return post(AGENT, { params: { path: { ...scope, task_agent_id: agent.id } }, body });
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(agentQuery(scope, agent.id).queryKey, saved as Agent);
      showToast(w.agents.activated);
    },
  });
}
