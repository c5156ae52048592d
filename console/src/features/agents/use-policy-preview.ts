import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '../../lib/debounced-value.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { type AgentDraft, toDraft } from './draft.ts';
import { type Agent, policyDryRunQuery, type Revision } from './queries.ts';

/** Evaluates the policy of a draft for each of its tools. Needs access to the project; else nothing loads. */
export function usePolicyPreview(draft: AgentDraft) {
  const debouncedDraft = useDebouncedValue(draft);
  const canView = useHasPermission('project', 'view') === true;
  const query = policyDryRunQuery(useScope(), debouncedDraft);
  const { data, error } = useQuery({ ...query, enabled: query.enabled === true && canView });
  return { data, error, policy: debouncedDraft.approval_policy };
}

/** Returns the names of a draft's tools, as the model sees them. */
export function useToolNames(draft: AgentDraft): readonly string[] {
  return usePolicyPreview(draft).data?.tools.map(({ tool_name: name }) => name) ?? [];
}

/** Returns the possible effects of a revision's tools by name: several if the effect depends on the arguments. */
export function useToolEffects(agent: Agent, revision: Revision): ReadonlyMap<string, readonly string[]> {
  const canView = useHasPermission('project', 'view') === true;
  const { data } = useQuery({ ...policyDryRunQuery(useScope(), toDraft(agent, revision)), enabled: canView });
  return new Map(data?.tools.map(({ tool_name: name, cases }) => [name, cases.map(({ effect }) => effect)]));
}
