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
import { DeleteDocument, Steering } from './documents/acts.tsx';
import type { KnownDocument } from './queries.ts';

interface TableProps {
  readonly documents: readonly KnownDocument[];
  readonly mayChange: boolean;
  /** Takes one out of the collection that is shown, where that may be done. */
  readonly onTakeOut?: ((document: KnownDocument) => void) | undefined;
}

/** Documents with how far each has come. */
export function DocumentTable({ documents, mayChange, onTakeOut }: TableProps) {
  const [going, setGoing] = useState<KnownDocument>();
  return (
    <>
      <Table
        caption={w.knowledge.documents}
        columns={[...columns(), ...(mayChange || onTakeOut ? [acts(mayChange ? setGoing : undefined, onTakeOut)] : [])]}
        rows={documents}
        getRowKey={({ id }) => id}
      />
      {going && <DeleteDocument document={going} onClose={() => setGoing(undefined)} />}
    </>
  );
}

function columns(): readonly Column<KnownDocument>[] {
  return [
    {
      header: w.knowledge.document,
      render: ({ id, title, source_ref, warnings }) => (
        <span className="flex flex-col">
          <Link
            to="/knowledge/documents/$documentId"
            params={{ documentId: id }}
            className="break-words text-accent underline"
          >
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
    { header: w.knowledge.state, render: (document) => <Progress document={document} /> },
    { header: w.knowledge.bytes, hidesOnMobile: true, alignsEnd: true, render: ({ size }) => formatBytes(size) },
    { header: w.knowledge.came, hidesOnMobile: true, render: ({ created }) => <Time at={created} /> },
  ];
}

type OnDocument = ((document: KnownDocument) => void) | undefined;

function acts(onDelete: OnDocument, onTakeOut: OnDocument): Column<KnownDocument> {
  return {
    header: w.knowledge.acts,
    alignsEnd: true,
    render: (document) => (
      <span className="flex flex-wrap justify-end gap-1">
        {onDelete && <Steering of={document} small />}
        {onTakeOut && (
          <Button
            isSmall
            variant="quiet"
            aria-label={w.knowledge.takeOutNamed(document.title)}
            onClick={() => onTakeOut(document)}
          >
            {w.knowledge.takeOut}
          </Button>
        )}
        {onDelete && (
          <Button
            isSmall
            variant="quiet"
            aria-label={w.knowledge.removeNamed(document.title)}
            onClick={() => onDelete(document)}
          >
            {w.knowledge.remove}
          </Button>
        )}
      </span>
    ),
  };
}

const TONES: Readonly<Record<KnownDocument['status'], Tone>> = {
  queued: 'quiet',
  parsing: 'info',
  chunking: 'info',
  embedding: 'info',
  ready: 'good',
  failed: 'bad',
};

interface ProgressProps {
  readonly document: KnownDocument;
}

/** The stage that a document is in, how much of it is done, and why it failed or waits. */
export function Progress({ document: { title, status, progress, error, waiting_for } }: ProgressProps) {
  const total = progress?.total;
  return (
    <span className="flex flex-col items-start gap-1">
      <StatusBadge tone={TONES[status]}>{w.knowledge.states[status]}</StatusBadge>
      {status !== 'ready' && status !== 'failed' && progress && total && (
        <progress
          aria-label={w.knowledge.progressOf(title)}
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
