import type { Payer } from '../../usage/payer.ts';
import type { AgentRunsTable } from '../tables.ts';
import { agentRunKind } from './run-kind.ts';

/** Returns the payer of an agent run. */
export function toPayer(
  run: Pick<AgentRunsTable, 'id' | 'org_id' | 'project_id' | 'agent_id'> & {
    readonly calling_agents: readonly string[];
  },
): Payer {
  return {
    orgId: run.org_id,
    projectId: run.project_id,
    cause: { type: agentRunKind.resource, id: run.id, table: agentRunKind.table },
    of: [run.agent_id, ...run.calling_agents],
  };
}
