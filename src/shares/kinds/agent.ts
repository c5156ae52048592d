import { type AgentRevisionRow, findAgent, findAgentRevision, selectAgentIdsByName } from '../../agents/queries.ts';
import { listUsedNames } from '../../agents/tools/used.ts';
import type { ShareRow } from '../queries.ts';
import type { ShareKind, ShowContext } from './kind.ts';

/** Finds the revision of a shared agent: pinned or active. */
export async function findSharedAgentRevision(
  db: ShowContext['db'],
  share: ShareRow,
): Promise<AgentRevisionRow | undefined> {
  const agent = await findAgent(db, share.project_id, share.resource_id);
  return agent && (await findAgentRevision(db, share.revision_id ?? agent.active_revision_id));
}

/** Shares of an agent revision, with the names of its items. */
export const agentShares: ShareKind = {
  type: 'task_agent',
  stem: 'task-agent',
  fields: { id: 'task_agent_id', name: 'task_agent_name', revision: 'task_agent_revision_id' },
  page: 'task_agent_share',
  idsByName: selectAgentIdsByName,
  hasRevision: async (db, agentId, id) => (await findAgentRevision(db, id))?.agent_id === agentId,
  async load(ctx, share) {
    const agent = await findAgent(ctx.db, share.project_id, share.resource_id);
    const revision = agent && (await findSharedAgentRevision(ctx.db, share));
    if (!agent || !revision) return undefined;
    const { instruction, mode, max_turns, llm_config } = revision;
    return {
      name: agent.name,
      about: agent.description,
      revision: {
        model: ctx.models.find(revision.llm_model_id)?.name ?? null,
        mode,
        instruction,
        max_turns,
        llm_config,
        uses: await listUsedNames(ctx.db, share.project_id, revision),
      },
      run: null,
    };
  },
};
