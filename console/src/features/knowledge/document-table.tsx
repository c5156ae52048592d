import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { del, post } from '../../lib/api.ts';
import { saySize } from '../../lib/numbers.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed, sayShortly } from '../../ui/failed.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { WhoMay } from '../people/who-may.tsx';
import type { KnownDocument } from './queries.ts';

interface TableProps {
  readonly documents: readonly KnownDocument[];
  readonly mayChange: boolean;
}

/** Documents with how far each has come. */
export function DocumentTable({ documents, mayChange }: TableProps) {
  const [going, setGoing] = useState<KnownDocument>();
  return (
    <>
      <Table
        caption={w.knowledge.documents}
        columns={[...columns(), acts(mayChange ? setGoing : undefined)]}
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
      show: ({ title, source_ref, warnings }) => (
        <span className="flex flex-col">
          <span className="break-words">{title}</span>
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

function acts(onDelete: ((document: KnownDocument) => void) | undefined): Column<KnownDocument> {
  return {
    name: w.knowledge.acts,
    end: true,
    show: (document) => (
      <span className="flex flex-wrap justify-end gap-1">
        <WhoMay of={{ type: 'document', id: document.id, name: document.title }} named />
        {onDelete && document.status === 'failed' && <Retry document={document} />}
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

/** The stage that a document is in, how much of it is done, and why it failed or waits. */
function Progress({ document: { title, status, progress, error } }: { readonly document: KnownDocument }) {
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
    </span>
  );
}

function Retry({ document: { id, title } }: { readonly document: KnownDocument }) {
  const scope = useScope();
  const retry = useMutation({
    mutationFn: () =>
      post(`${PROJECT}/document/{document_id}/retry`, { params: { path: { ...scope, document_id: id } } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['document', 'list'] }),
    onError: (error) => toast(sayShortly(error), 'bad'),
  });
  return (
    <Button small busy={retry.isPending} aria-label={w.knowledge.retryNamed(title)} onClick={() => retry.mutate()}>
      {w.ui.tryAgain}
    </Button>
  );
}

interface Deleting {
  readonly document: KnownDocument;
  readonly onClose: () => void;
}

function DeleteDocument({ document: { id, title }, onClose }: Deleting) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(`${PROJECT}/document/{document_id}`, { params: { path: { ...scope, document_id: id } } }),
    onSuccess: () => {
      toast(w.knowledge.removed(title));
      void queries.invalidateQueries({ queryKey: ['document', 'list'] });
      void queries.invalidateQueries({ queryKey: ['collection'] });
      onClose();
    },
  });
  return (
    <Dialog title={w.knowledge.removeNamed(title)} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{w.knowledge.removeHint}</p>
        {remove.error && <Failed error={remove.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {w.knowledge.remove}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
