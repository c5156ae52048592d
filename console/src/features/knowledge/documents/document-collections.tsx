import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Section } from '../../../ui/section.tsx';
import { w } from '../../../words/index.ts';
import { collectionsQuery, type KnowledgeDocument } from '../queries.ts';

/** Adds documents to a collection, or removes them. They stay in the project. */
export function useUpdateMembership(action: 'add' | 'remove') {
  const scope = useScope();
  return useMutation({
    mutationFn: ({ collectionId, documentIds }: { readonly collectionId: string; readonly documentIds: string[] }) => {
      const path = { ...scope, collection_id: collectionId };
      return post(`${PROJECT}/collection/{collection_id}/${action}`, {
        params: { path },
        body: { embedding_instance_ids: documentIds },
      });
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['document'] });
      void queryClient.invalidateQueries({ queryKey: ['collection'] });
    },
  });
}

/** Lists the collections of a document, and adds or removes it. */
export function DocumentCollections({ document }: { readonly document: KnowledgeDocument }) {
  const { data } = useQuery(collectionsQuery(useScope()));
  const collections = data?.results ?? [];
  const canEdit = useHasPermission('project', 'edit') === true;
  const [add, remove] = [useUpdateMembership('add'), useUpdateMembership('remove')];
  const others = collections.filter(({ id }) => !document.collections.includes(id));
  const error = add.error ?? remove.error;
  return (
    <Section title={w.knowledge.inCollections}>
      {document.collections.length === 0 && <p className="text-muted">{w.knowledge.inNoCollection}</p>}
      <ul className="flex flex-col gap-1">
        {document.collections.map((id) => {
          const title = collections.find((collection) => collection.id === id)?.title ?? id.slice(-6);
          return (
            <li key={id} className="flex flex-wrap items-center gap-2">
              <Link to="/knowledge/$collectionId" params={{ collectionId: id }} className="break-words link">
                {title}
              </Link>
              {canEdit && (
                <Button
                  isSmall
                  variant="quiet"
                  isPending={remove.isPending && remove.variables.collectionId === id}
                  aria-label={w.knowledge.removeFrom({ title })}
                  onClick={() => remove.mutate({ collectionId: id, documentIds: [document.id] })}
                >
                  {w.knowledge.removeFromCollection}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {canEdit && others.length > 0 && (
        <div className="max-w-sm">
          <SelectField
            label={w.knowledge.addToCollection}
            value=""
            disabled={add.isPending}
            onChange={(event) => add.mutate({ collectionId: event.target.value, documentIds: [document.id] })}
          >
            <option value="">{w.knowledge.choose1}</option>
            {others.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {error && <ErrorAlert error={error} />}
    </Section>
  );
}
