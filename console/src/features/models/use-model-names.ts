import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { models } from './queries.ts';

/** What the models of the project are called, by id. Shared by what shows settings of agents and of tasks. */
export function useModelNames(): ReadonlyMap<string, string> {
  const sees = useHasPermission('project', 'view') === true;
  const { data = [] } = useQuery({ ...models(useScope()), enabled: sees });
  return new Map(data.map(({ id, name }) => [id, name]));
}
