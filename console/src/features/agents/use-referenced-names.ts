import { useQueries } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { useModelNames } from '../models/queries.ts';
import { attachableQuery } from './attachable.ts';
import { ATTACHMENT_ID_FIELDS, type AttachmentKind } from './draft.ts';

type Attachments = Readonly<Record<AttachmentKind, readonly unknown[]>>;

/** Returns the names of the models and attachments that revisions reference by ID. */
export function useReferencedNames(revisions: readonly Attachments[]): ReadonlyMap<string, string> {
  const scope = useScope();
  const canView = useHasPermission('project', 'view') === true;
  const kinds = (Object.keys(ATTACHMENT_ID_FIELDS) as AttachmentKind[]).filter((kind) =>
    revisions.some((revision) => revision[kind].length > 0),
  );
  const lists = useQueries({ queries: kinds.map((kind) => ({ ...attachableQuery(scope, kind), enabled: canView })) });
  const models = useModelNames();
  return new Map([...models, ...lists.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name] as const))]);
}
