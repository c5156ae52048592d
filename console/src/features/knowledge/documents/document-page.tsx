import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBytes } from '../../../lib/numbers.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button, getButtonClassName } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Page } from '../../../ui/page.tsx';
import { PagePlaceholder } from '../../../ui/page-placeholder.tsx';
import { Section } from '../../../ui/section.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { ResourceActions } from '../../people/access-button.tsx';
import { TagLinks } from '../../subjects/tag-filter.tsx';
import { DocumentProgress } from '../document-table.tsx';
import { MetadataValues } from '../metadata/metadata-fields.tsx';
import { useMetadataFields } from '../metadata/queries.ts';
import { documentQuery, type KnowledgeDocument } from '../queries.ts';
import { QueryPanel } from '../query-panel.tsx';
import { Chunks } from './chunks.tsx';
import { CitedPassage } from './cited-passage.tsx';
import { DeleteDocumentDialog, ProcessingButtons } from './document-actions.tsx';
import { DocumentCollections } from './document-collections.tsx';
import { EditDocumentDialog } from './edit-document-dialog.tsx';
import { getDownloadUrl, Original } from './original.tsx';
import { ReplaceContentDialog } from './replace-content-dialog.tsx';
import { Versions } from './versions.tsx';

const route = getRouteApi('/in/knowledge/documents/$documentId');

/** Page of a document: its chunks beside the original, questions, details and versions. */
export default function DocumentPage() {
  const { documentId } = route.useParams();
  const search = route.useSearch();
  const tab = TABS.find((name) => name === search.tab) ?? 'chunks';
  const fields = useMetadataFields();
  const { data, error, refetch } = useQuery(documentQuery(useScope(), documentId));
  const canEdit = useHasPermission('document', 'edit', documentId);
  const canDelete = useHasPermission('document', 'delete', documentId) === true;
  if (!data) return <PagePlaceholder title={w.knowledge.documents} query={{ error, refetch }} />;
  return (
    <Page
      title={data.title}
      actions={
        <>
          <DocumentActions document={data} canEdit={canEdit === true} canDelete={canDelete} />
          <ResourceActions resource={{ type: 'document', id: data.id, name: data.title }} />
        </>
      }
    >
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {canEdit === false && <p className="text-muted">{w.knowledge.cannotEdit}</p>}
      <DocumentSummary document={data} />
      <Tabs
        label={w.knowledge.documentParts}
        tabs={TABS.map((name) => ({
          label: w.knowledge.documentTabs[name],
          isCurrent: tab === name,
          search: { tab: name === 'chunks' ? undefined : name },
        }))}
      />
      {tab === 'chunks' && (
        <div className="grid gap-6 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-6">
            <CitedPassage documentId={data.id} />
            <Chunks id={data.id} canEdit={canEdit === true} />
          </div>
          <Original document={data} />
        </div>
      )}
      {tab === 'details' && (
        <div className="grid gap-6 lg:grid-cols-2">
          <Section title={w.knowledge.metadata}>
            <MetadataValues fields={fields} metadata={data.metadata} />
          </Section>
          <DocumentCollections document={data} />
        </div>
      )}
      {tab === 'ask' && (
        <div className="max-w-3xl">
          <QueryPanel target={{ type: 'document', id: data.id }} />
        </div>
      )}
      {tab === 'versions' && <Versions documentId={data.id} />}
    </Page>
  );
}

const TABS = ['chunks', 'ask', 'details', 'versions'] as const;

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
  const scope = useScope();
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<'edit' | 'replace' | 'delete'>();
  const close = () => setOpenDialog(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      {canEdit && <Button onClick={() => setOpenDialog('edit')}>{w.knowledge.editDetails}</Button>}
      {canEdit && <Button onClick={() => setOpenDialog('replace')}>{w.knowledge.replaceContent}</Button>}
      <a href={getDownloadUrl(scope, document)} download className={getButtonClassName()}>
        {w.knowledge.download}
      </a>
      {canEdit && <ProcessingButtons document={document} />}
      {canDelete && <Button onClick={() => setOpenDialog('delete')}>{w.knowledge.remove}</Button>}
      {openDialog === 'edit' && <EditDocumentDialog document={document} onClose={close} />}
      {openDialog === 'replace' && <ReplaceContentDialog document={document} onClose={close} />}
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
