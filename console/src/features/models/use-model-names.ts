import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { modelsQuery } from './queries.ts';

/** Returns the names of the project's models by ID. */
export function useModelNames(): ReadonlyMap<string, string> {
  const canView = useHasPermission('project', 'view') === true;
  const { data = [] } = useQuery({ ...modelsQuery(useScope()), enabled: canView });
  return new Map(data.map(({ id, name }) => [id, name]));
}
