import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { modelsQuery } from '../models/queries.ts';
import { agentListQuery } from './queries.ts';

/** Returns the model of the project's newest agent, else the first one that calls tools. Undefined while loading. */
export function useDefaultModel(): string | undefined {
  const scope = useScope();
  const canView = useHasPermission('project', 'view') === true;
  const models = useQuery({ ...modelsQuery(scope), enabled: canView }).data;
  const agents = useQuery({ ...agentListQuery(scope), enabled: canView });
  if (!models || agents.isPending) return undefined;
  const usable = models.filter(({ retired, supports_tools }) => !retired && supports_tools);
  const recent = agents.data?.results[0]?.revisions[0]?.llm_model_id;
  return (usable.find(({ id }) => id === recent) ?? usable[0])?.id;
}
