import { useQueries } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { useModelNames } from '../models/use-model-names.ts';
import { attachable } from './attachable.ts';
import { ATTACHED, type Attached } from './draft.ts';
import type { Revision } from './queries.ts';

/** What revisions of an agent name by ids, by these: models, and what they may use. */
export function useNames(revisions: readonly Revision[]): ReadonlyMap<string, string> {
  const scope = useScope();
  const sees = useHasPermission('project', 'view') === true;
  const kinds = (Object.keys(ATTACHED) as Attached[]).filter((kind) => revisions.some((each) => each[kind].length > 0));
  const known = useQueries({ queries: kinds.map((kind) => ({ ...attachable(scope, kind), enabled: sees })) });
  const models = useModelNames();
  return new Map([...models, ...known.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name] as const))]);
}
