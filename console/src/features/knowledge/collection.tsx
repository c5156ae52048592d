import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { Pagination } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { ThingActs } from '../people/who-may.tsx';
import { TagLinks } from '../subjects/tag-filter.tsx';
import { AskPanel } from './ask.tsx';
import { BringIn } from './bring-in.tsx';
import { DocumentTable } from './document-table.tsx';
import { useMembership } from './documents/in-collections.tsx';
import { EditCollection, SumUp } from './edit-collection.tsx';
import { type Collection, collection, documentList, type KnownDocument } from './queries.ts';
import { Stats } from './stats.tsx';

const route = getRouteApi('/in/knowledge/$collectionId');

/** A collection: bring documents in, see how far they are, ask them. */
export default function CollectionScreen() {
  const { collectionId } = route.useParams();
  const { data, error, refetch } = useQuery(collection(useScope(), collectionId));
  const mayEdit = useHasPermission('collection', 'edit', collectionId) === true;
  if (!data) return <PagePlaceholder title={w.knowledge.title} query={{ error, refetch }} />;
  return (
    <Page title={data.title} actions={<ThingActs of={{ type: 'collection', id: data.id, name: data.title }} />}>
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      <About of={data} />
      {mayEdit && <Acts of={data} />}
      <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
        <Documents of={data} mayEdit={mayEdit} />
        <AskPanel of={{ type: 'collection', id: data.id }} />
      </div>
    </Page>
  );
}

/** What who may edit it can do with the collection itself. */
function Acts({ of }: { readonly of: Collection }) {
  const [editing, setEditing] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setEditing(true)}>{w.knowledge.rename}</Button>
      <SumUp of={of} />
      {editing && <EditCollection of={of} onClose={() => setEditing(false)} />}
    </div>
  );
}

function About({ of }: { readonly of: Collection }) {
  const { summary, summary_status, summary_error, document_count, chunk_count, embedding, tags } = of;
  return (
    <div className="flex flex-col gap-1 text-muted">
      {summary && <p className="break-words">{summary}</p>}
      {summary_status === 'running' && <p className="text-sm">{w.knowledge.summing}</p>}
      {summary_error && <p className="text-sm text-danger">{w.knowledge.notSummed(summary_error.message)}</p>}
      <TagLinks kind="collection" tags={tags} />
      <p className="text-sm">
        {w.knowledge.size(formatNumber(document_count), formatNumber(chunk_count), embedding.model)}
        {embedding.missing > 0 && ` ${w.knowledge.missing(formatNumber(embedding.missing))}`}
        {embedding.next &&
          ` ${w.knowledge.filling(embedding.next.model, formatNumber(embedding.next.done), formatNumber(embedding.next.total))}`}
      </p>
      {embedding.error && <p className="text-sm text-danger">{embedding.error.message}</p>}
      <Stats id={of.id} />
    </div>
  );
}

interface DocumentsProps {
  readonly of: Collection;
  readonly mayEdit: boolean;
}

function Documents({ of: { id: collectionId }, mayEdit }: DocumentsProps) {
  const { cursor } = route.useSearch();
  const mayAdd = useHasPermission('project', 'create_document');
  const { data, error, refetch } = useQuery(documentList(useScope(), { collection: collectionId }, cursor));
  const remove = useMembership('remove');
  const takeOut = ({ id }: KnownDocument) => remove.mutate({ collectionId, documentIds: [id] });
  return (
    <section aria-label={w.knowledge.documents} className="flex min-w-0 flex-col gap-3">
      {mayAdd === false && <p className="text-muted">{w.knowledge.mayNotAdd}</p>}
      {mayAdd && <BringIn collectionId={collectionId} />}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={5} />}
      {data?.results.length === 0 && (
        <EmptyState title={w.knowledge.noDocuments}>{mayAdd && w.knowledge.noDocumentsHint}</EmptyState>
      )}
      {data && data.results.length > 0 && (
        <DocumentTable documents={data.results} mayChange={mayAdd === true} onTakeOut={mayEdit ? takeOut : undefined} />
      )}
      {remove.error && <ErrorAlert error={remove.error} />}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
    </section>
  );
}
