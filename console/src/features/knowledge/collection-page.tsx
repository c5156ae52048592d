import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FileText } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { Pagination } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { CollectionCode } from '../code/code-tab.tsx';
import { ResourceActions } from '../people/access-button.tsx';
import { TagLinks } from '../subjects/tag-filter.tsx';
import { CollectionStats } from './collection-stats.tsx';
import { DocumentTable } from './document-table.tsx';
import { DocumentUpload } from './document-upload.tsx';
import { useUpdateMembership } from './documents/document-collections.tsx';
import { EditCollectionDialog, UpdateSummaryButton } from './edit-collection-dialog.tsx';
import { type Collection, collectionQuery, documentsQuery, type KnowledgeDocument } from './queries.ts';
import { QueryPanel } from './query-panel.tsx';

const route = getRouteApi('/in/knowledge/$collectionId');

/** Page of a collection: summary, documents, upload and query panel. */
export default function CollectionPage() {
  const { collectionId } = route.useParams();
  const { data, error, refetch } = useQuery(collectionQuery(useScope(), collectionId));
  const canEdit = useHasPermission('collection', 'edit', collectionId) === true;
  if (!data) return <PagePlaceholder title={w.knowledge.title} query={{ error, refetch }} />;
  return (
    <Page
      title={data.title}
      actions={
        <>
          {canEdit && <CollectionActions collection={data} />}
          <ResourceActions resource={{ type: 'collection', id: data.id, name: data.title }} />
        </>
      }
    >
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      <CollectionSummary collection={data} />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <CollectionDocuments collection={data} canEdit={canEdit} />
        <QueryPanel target={{ type: 'collection', id: data.id }} />
      </div>
      <CollectionCode id={data.id} />
    </Page>
  );
}

function CollectionActions({ collection }: { readonly collection: Collection }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setIsEditing(true)}>{w.knowledge.rename}</Button>
      <UpdateSummaryButton collection={collection} />
      {isEditing && <EditCollectionDialog collection={collection} onClose={() => setIsEditing(false)} />}
    </div>
  );
}

function CollectionSummary({ collection }: { readonly collection: Collection }) {
  const { summary, summary_status, summary_error, document_count, chunk_count, embedding, tags } = collection;
  return (
    <div className="flex flex-col gap-1 text-muted">
      {summary && <p className="break-words">{summary}</p>}
      {summary_status === 'running' && <p className="text-sm">{w.knowledge.summing}</p>}
      {summary_error && (
        <p className="text-sm text-danger">{w.knowledge.summaryFailed({ why: summary_error.message })}</p>
      )}
      <TagLinks kind="collection" tags={tags} />
      <p className="text-sm">
        {w.knowledge.size({
          documents: formatNumber(document_count),
          passages: formatNumber(chunk_count),
          model: embedding.model,
        })}
        {embedding.missing > 0 && ` ${w.knowledge.missing({ passages: formatNumber(embedding.missing) })}`}
        {embedding.next &&
          ` ${w.knowledge.backfill({ model: embedding.next.model, done: formatNumber(embedding.next.done), total: formatNumber(embedding.next.total) })}`}
      </p>
      {embedding.error && <p className="text-sm text-danger">{embedding.error.message}</p>}
      <CollectionStats id={collection.id} />
    </div>
  );
}

interface CollectionDocumentsProps {
  readonly collection: Collection;
  readonly canEdit: boolean;
}

function CollectionDocuments({ collection: { id: collectionId }, canEdit }: CollectionDocumentsProps) {
  const { cursor } = route.useSearch();
  const canAdd = useHasPermission('project', 'create_document');
  const { data, error, refetch } = useQuery(documentsQuery(useScope(), { collectionIds: [collectionId] }, cursor));
  const remove = useUpdateMembership('remove');
  const removeDocument = ({ id }: KnowledgeDocument) => remove.mutate({ collectionId, documentIds: [id] });
  return (
    <section aria-label={w.knowledge.documents} className="flex min-w-0 flex-col gap-3">
      {canAdd === false && <p className="text-muted">{w.knowledge.cannotAdd}</p>}
      {canAdd && <DocumentUpload collectionId={collectionId} />}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={5} />}
      {data?.results.length === 0 && (
        <EmptyState icon={FileText} title={w.knowledge.noDocuments}>
          {canAdd && w.knowledge.noDocumentsHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <DocumentTable
          documents={data.results}
          canChange={canAdd === true}
          onRemove={canEdit ? removeDocument : undefined}
        />
      )}
      {remove.error && <ErrorAlert error={remove.error} />}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
    </section>
  );
}
