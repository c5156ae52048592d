import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { saySize } from '../../lib/numbers.ts';
import { sayWait } from '../../lib/waits.ts';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
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
        keyOf={({ id }) => id}
      />
      {going && <DeleteDocument document={going} onClose={() => setGoing(undefined)} />}
    </>
  );
}

function columns(): readonly Column<KnownDocument>[] {
  return [
    {
      name: w.knowledge.document,
      show: ({ id, title, source_ref, warnings }) => (
        <span className="flex flex-col">
          <Link
            to="/knowledge/documents/$documentId"
            params={{ documentId: id }}
            className="break-words text-accent underline"
          >
            {title}
          </Link>
          {source_ref && <span className="text-sm break-all text-quiet">{source_ref}</span>}
          {warnings.map((warning) => (
            <span key={warning} className="text-sm text-quiet">
              {warning}
            </span>
          ))}
        </span>
      ),
    },
    { name: w.knowledge.state, show: (document) => <Progress document={document} /> },
    { name: w.knowledge.bytes, wide: true, end: true, show: ({ size }) => saySize(size) },
    { name: w.knowledge.came, wide: true, show: ({ created }) => <Time at={created} /> },
  ];
}

type OnDocument = ((document: KnownDocument) => void) | undefined;

function acts(onDelete: OnDocument, onTakeOut: OnDocument): Column<KnownDocument> {
  return {
    name: w.knowledge.acts,
    end: true,
    show: (document) => (
      <span className="flex flex-wrap justify-end gap-1">
        {onDelete && <Steering of={document} small />}
        {onTakeOut && (
          <Button
            small
            look="quiet"
            aria-label={w.knowledge.takeOutNamed(document.title)}
            onClick={() => onTakeOut(document)}
          >
            {w.knowledge.takeOut}
          </Button>
        )}
        {onDelete && (
          <Button
            small
            look="quiet"
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
      <Status tone={TONES[status]}>{w.knowledge.states[status]}</Status>
      {status !== 'ready' && status !== 'failed' && progress && total && (
        <progress
          aria-label={w.knowledge.progressOf(title)}
          className="h-1.5 w-28 accent-accent"
          value={progress.done}
          max={total}
        />
      )}
      {error && (
        <span className="max-w-xs text-sm text-bad">
          <Problem {...error} />
        </span>
      )}
      {waiting_for && <span className="max-w-xs text-sm text-quiet">{sayWait(waiting_for)}</span>}
    </span>
  );
}
