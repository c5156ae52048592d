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
import type { KnowledgeDocument } from '../queries.ts';

const DOCUMENT_PATH = `${PROJECT}/document/{document_id}` as const;

/** Actions that control the processing of a document. */
const PROCESSING_ACTIONS = {
  retry: (path: Scope & { document_id: string }) => post(`${DOCUMENT_PATH}/retry`, { params: { path } }),
  pause: (path: Scope & { document_id: string }) => post(`${DOCUMENT_PATH}/pause`, { params: { path } }),
  resume: (path: Scope & { document_id: string }) => post(`${DOCUMENT_PATH}/resume`, { params: { path } }),
  cancel: (path: Scope & { document_id: string }) => post(`${DOCUMENT_PATH}/cancel`, { params: { path } }),
} as const;

type ProcessingAction = keyof typeof PROCESSING_ACTIONS;

/** Returns the actions available for a document's status. */
function getProcessingActions({ status, waiting_for }: KnowledgeDocument): readonly ProcessingAction[] {
  if (status === 'failed') return ['retry'];
  if (status === 'ready') return [];
  const canResume = waiting_for?.kind === 'paused' || waiting_for?.kind === 'retry';
  return [
    ...(canResume ? (['resume'] as const) : []),
    ...(waiting_for?.kind === 'paused' ? [] : (['pause'] as const)),
    'cancel',
  ];
}

/** Buttons that pause, resume, cancel or retry the processing of a document. */
export function ProcessingButtons({
  document,
  small = false,
}: {
  readonly document: KnowledgeDocument;
  readonly small?: boolean;
}) {
  const path = { ...useScope(), document_id: document.id };
  const control = useMutation({
    mutationFn: (action: ProcessingAction) => PROCESSING_ACTIONS[action](path),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['document'] }),
    onError: showErrorToast,
  });
  return getProcessingActions(document).map((action) => (
    <Button
      key={action}
      isSmall={small}
      isPending={control.isPending && control.variables === action}
      aria-label={`${w.knowledge.ways[action]}: ${document.title}`}
      onClick={() => control.mutate(action)}
    >
      {w.knowledge.ways[action]}
    </Button>
  ));
}

interface DeleteDocumentDialogProps {
  readonly document: KnowledgeDocument;
  readonly onClose: () => void;
  /** Called after deletion, to leave the page of the document. */
  readonly onDeleted?: () => unknown;
}

/** Deletes a document after confirmation. */
export function DeleteDocumentDialog({ document: { id, title }, onClose, onDeleted }: DeleteDocumentDialogProps) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(DOCUMENT_PATH, { params: { path: { ...scope, document_id: id } } }),
    onSuccess: async () => {
      showToast(w.knowledge.removed({ title }));
      onClose();
      await onDeleted?.();
      if (onDeleted) queryClient.removeQueries({ queryKey: ['document', id] });
      void queryClient.invalidateQueries({ queryKey: ['document', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['collection'] });
    },
  });
  return (
    <ConfirmDialog
      title={w.knowledge.removeNamed({ title })}
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
