import { useMutation } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { del, post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { type Scope, useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showErrorToast } from '../../../ui/error-alert.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import type { KnownDocument } from '../queries.ts';

const DOCUMENT = `${PROJECT}/document/{document_id}` as const;

/** What can be done to a document that is being taken in, or was not. */
const WAYS = {
  retry: (path: Scope & { document_id: string }) => post(`${DOCUMENT}/retry`, { params: { path } }),
  pause: (path: Scope & { document_id: string }) => post(`${DOCUMENT}/pause`, { params: { path } }),
  resume: (path: Scope & { document_id: string }) => post(`${DOCUMENT}/resume`, { params: { path } }),
  cancel: (path: Scope & { document_id: string }) => post(`${DOCUMENT}/cancel`, { params: { path } }),
} as const;

type Way = keyof typeof WAYS;

/** Which of them count for a document as it stands. */
function waysOf({ status, waiting_for }: KnownDocument): readonly Way[] {
  if (status === 'failed') return ['retry'];
  if (status === 'ready') return [];
  const waits = waiting_for?.kind === 'paused' || waiting_for?.kind === 'retry';
  return [
    ...(waits ? (['resume'] as const) : []),
    ...(waiting_for?.kind === 'paused' ? [] : (['pause'] as const)),
    'cancel',
  ];
}

/** Lets the reading of a document rest, go on, stop or begin again. */
export function Steering({ of, small = false }: { readonly of: KnownDocument; readonly small?: boolean }) {
  const path = { ...useScope(), document_id: of.id };
  const steer = useMutation({
    mutationFn: (way: Way) => WAYS[way](path),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['document'] }),
    onError: showErrorToast,
  });
  return waysOf(of).map((way) => (
    <Button
      key={way}
      isSmall={small}
      isPending={steer.isPending && steer.variables === way}
      aria-label={`${w.knowledge.ways[way]}: ${of.title}`}
      onClick={() => steer.mutate(way)}
    >
      {w.knowledge.ways[way]}
    </Button>
  ));
}

interface Deleting {
  readonly document: KnownDocument;
  readonly onClose: () => void;
  /** Told once it is gone, where its own page is to be left. */
  readonly onDeleted?: () => unknown;
}

/** Asks before a document is deleted with all that was made of it. */
export function DeleteDocument({ document: { id, title }, onClose, onDeleted }: Deleting) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(DOCUMENT, { params: { path: { ...scope, document_id: id } } }),
    onSuccess: async () => {
      showToast(w.knowledge.removed(title));
      onClose();
      await onDeleted?.();
      if (onDeleted) queryClient.removeQueries({ queryKey: ['document', id] });
      void queryClient.invalidateQueries({ queryKey: ['document', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['collection'] });
    },
  });
  return (
    <ConfirmDialog
      title={w.knowledge.removeNamed(title)}
      confirmLabel={w.knowledge.remove}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.knowledge.removeHint}
    </ConfirmDialog>
  );
}
