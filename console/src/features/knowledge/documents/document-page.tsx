import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBytes } from '../../../lib/numbers.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button, getButtonClassName } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { PagePlaceholder } from '../../../ui/page-placeholder.tsx';
import { Section } from '../../../ui/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { ResourceActions } from '../../people/access-button.tsx';
import { TagLinks } from '../../subjects/tag-filter.tsx';
import { DocumentProgress } from '../document-table.tsx';
import { chunksQuery, documentQuery, type KnowledgeDocument } from '../queries.ts';
import { QueryPanel } from '../query-panel.tsx';
import { CitedPassage } from './cited-passage.tsx';
import { DeleteDocumentDialog, ProcessingButtons } from './document-actions.tsx';
import { DocumentCollections } from './document-collections.tsx';
import { EditDocumentDialog } from './edit-document-dialog.tsx';

const route = getRouteApi('/in/knowledge/documents/$documentId');

/** Page of a document: status, actions, collections, chunks and query panel. */
export default function DocumentPage() {
  const { documentId } = route.useParams();
  const { data, error, refetch } = useQuery(documentQuery(useScope(), documentId));
  const canEdit = useHasPermission('document', 'edit', documentId);
  const canDelete = useHasPermission('document', 'delete', documentId) === true;
  if (!data) return <PagePlaceholder title={w.knowledge.documents} query={{ error, refetch }} />;
  return (
    <Page
      title={data.title}
      actions={<ResourceActions resource={{ type: 'document', id: data.id, name: data.title }} />}
    >
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {canEdit === false && <p className="text-muted">{w.knowledge.mayNotEdit}</p>}
      <DocumentSummary document={data} />
      <DocumentActions document={data} canEdit={canEdit === true} canDelete={canDelete} />
      <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <CitedPassage documentId={data.id} />
          <DocumentCollections document={data} />
          <Chunks id={data.id} />
        </div>
        <QueryPanel target={{ type: 'document', id: data.id }} />
      </div>
    </Page>
  );
}

function DocumentSummary({ document }: { readonly document: KnowledgeDocument }) {
  const { description, source_ref, connection_id, size, page_count, tags, created } = document;
  return (
    <div className="flex flex-col items-start gap-1">
      {description && <p className="break-words">{description}</p>}
      <DocumentProgress document={document} />
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>{formatBytes(size)}</span>
        {page_count !== null && <span>{w.knowledge.pages({ count: page_count })}</span>}
        <span>
          {w.knowledge.came} <Time at={created} />
        </span>
        {connection_id && (
          <Link to="/knowledge/sources/$sourceId" params={{ sourceId: connection_id }} className="break-all link">
            {source_ref ?? w.knowledge.itsSource}
          </Link>
        )}
      </p>
      <TagLinks kind="document" tags={tags} />
      {document.warnings.map((warning) => (
        <p key={warning} className="text-sm text-muted">
          {warning}
        </p>
      ))}
    </div>
  );
}

interface DocumentActionsProps {
  readonly document: KnowledgeDocument;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
}

function DocumentActions({ document, canEdit, canDelete }: DocumentActionsProps) {
  const { org_id, project_id } = useScope();
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<'edit' | 'delete'>();
  const close = () => setOpenDialog(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      {canEdit && <Button onClick={() => setOpenDialog('edit')}>{w.knowledge.editDetails}</Button>}
      <a
        href={`/api/v1/org/${org_id}/project/${project_id}/document/${document.id}/download`}
        download
        className={getButtonClassName()}
      >
        {w.knowledge.download}
      </a>
      {canEdit && <ProcessingButtons document={document} />}
      {canDelete && <Button onClick={() => setOpenDialog('delete')}>{w.knowledge.remove}</Button>}
      {openDialog === 'edit' && <EditDocumentDialog document={document} onClose={close} />}
      {openDialog === 'delete' && (
        <DeleteDocumentDialog
          document={document}
          onClose={close}
          onDeleted={() => navigate({ to: '/knowledge/documents' })}
        />
      )}
    </div>
  );
}

/** Lists the chunks of the document. */
function Chunks({ id }: { readonly id: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    chunksQuery(useScope(), id),
  );
  const chunks = data?.pages.flatMap(({ results }) => results);
  return (
    <Section title={w.knowledge.passages}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {chunks?.length === 0 && <p className="text-muted">{w.knowledge.noPassages}</p>}
      <ol className="flex flex-col gap-3">
        {chunks?.map(({ id: chunkId, heading_path, page, text }) => (
          <li key={chunkId} className="rounded-md border bg-surface p-3">
            {(heading_path.length > 0 || page !== null) && (
              <p className="text-sm text-muted">
                {[...heading_path, ...(page === null ? [] : [w.knowledge.page({ page })])].join(' › ')}
              </p>
            )}
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {text}
            </p>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div>
          <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {w.knowledge.morePassages}
          </Button>
        </div>
      )}
    </Section>
  );
}
