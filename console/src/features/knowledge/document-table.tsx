import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBytes } from '../../lib/numbers.ts';
import { formatWait } from '../../lib/waits.ts';
import { Button } from '../../ui/button.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { DeleteDocumentDialog, ProcessingButtons } from './documents/document-actions.tsx';
import type { KnowledgeDocument } from './queries.ts';

interface DocumentTableProps {
  readonly documents: readonly KnowledgeDocument[];
  readonly canChange: boolean;
  /** Removes a document from the shown collection. Undefined where that is not permitted. */
  readonly onRemove?: ((document: KnowledgeDocument) => void) | undefined;
}

/** Lists documents with their processing status. */
export function DocumentTable({ documents, canChange, onRemove }: DocumentTableProps) {
  const [deletedDocument, setDeletedDocument] = useState<KnowledgeDocument>();
  return (
    <>
      <Table
        caption={w.knowledge.documents}
        columns={[
          ...getColumns(),
          ...(canChange || onRemove ? [getActionColumn(canChange ? setDeletedDocument : undefined, onRemove)] : []),
        ]}
        rows={documents}
        getRowKey={({ id }) => id}
      />
      {deletedDocument && (
        <DeleteDocumentDialog document={deletedDocument} onClose={() => setDeletedDocument(undefined)} />
      )}
    </>
  );
}

function getColumns(): readonly Column<KnowledgeDocument>[] {
  return [
    {
      header: w.knowledge.document,
      render: ({ id, title, source_ref, warnings }) => (
        <span className="flex flex-col">
          <Link to="/knowledge/documents/$documentId" params={{ documentId: id }} className="break-words link">
            {title}
          </Link>
          {source_ref && <span className="text-sm break-all text-muted">{source_ref}</span>}
          {warnings.map((warning) => (
            <span key={warning} className="text-sm text-muted">
              {warning}
            </span>
          ))}
        </span>
      ),
    },
    { header: w.knowledge.state, render: (document) => <DocumentProgress document={document} /> },
    { header: w.knowledge.bytes, hidesOnMobile: true, alignsEnd: true, render: ({ size }) => formatBytes(size) },
    { header: w.knowledge.came, hidesOnMobile: true, render: ({ created }) => <Time at={created} /> },
  ];
}

type DocumentHandler = ((document: KnowledgeDocument) => void) | undefined;

function getActionColumn(onDelete: DocumentHandler, onRemove: DocumentHandler): Column<KnowledgeDocument> {
  return {
    header: w.knowledge.actions,
    alignsEnd: true,
    render: (document) => (
      <span className="flex flex-wrap justify-end gap-1 2xl:flex-nowrap">
        {onDelete && <ProcessingButtons document={document} small />}
        {onRemove && (
          <Button
            isSmall
            variant="quiet"
            aria-label={w.knowledge.takeOutNamed({ title: document.title })}
            onClick={() => onRemove(document)}
          >
            {w.knowledge.removeFromCollection}
          </Button>
        )}
        {onDelete && (
          <Button
            isSmall
            variant="quiet"
            aria-label={w.knowledge.removeNamed({ title: document.title })}
            onClick={() => onDelete(document)}
          >
            {w.knowledge.remove}
          </Button>
        )}
      </span>
    ),
  };
}

const STATUS_TONES: Readonly<Record<KnowledgeDocument['status'], Tone>> = {
  queued: 'quiet',
  parsing: 'info',
  chunking: 'info',
  embedding: 'info',
  ready: 'good',
  failed: 'bad',
};

interface DocumentProgressProps {
  readonly document: KnowledgeDocument;
}

/** Shows the processing status of a document, its progress, and why it failed or waits. */
export function DocumentProgress({ document: { title, status, progress, error, waiting_for } }: DocumentProgressProps) {
  const total = progress?.total;
  return (
    <span className="flex flex-col items-start gap-1">
      <StatusBadge tone={STATUS_TONES[status]}>{w.knowledge.states[status]}</StatusBadge>
      {status !== 'ready' && status !== 'failed' && progress && total && (
        <progress
          aria-label={w.knowledge.progressOf({ title })}
          className="h-1.5 w-28 accent-accent"
          value={progress.done}
          max={total}
        />
      )}
      {error && (
        <span className="max-w-xs text-sm text-danger">
          <ReasonText {...error} />
        </span>
      )}
      {waiting_for && <span className="max-w-xs text-sm text-muted">{formatWait(waiting_for)}</span>}
    </span>
  );
}
