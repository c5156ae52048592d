import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { toDraft } from './draft.ts';
import { type Agent, policyDryRunQuery, type Revision } from './queries.ts';

/** Returns the possible effects of a revision's tools by name: several if the effect depends on the arguments. */
export function useToolEffects(agent: Agent, revision: Revision): ReadonlyMap<string, readonly string[]> {
  const canView = useHasPermission('project', 'view') === true;
  const { data } = useQuery({ ...policyDryRunQuery(useScope(), toDraft(agent, revision)), enabled: canView });
  return new Map(data?.tools.map(({ tool_name: name, cases }) => [name, cases.map(({ effect }) => effect)]));
}
