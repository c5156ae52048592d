import type { ReactNode } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorAlert } from './error-alert.tsx';

interface Props {
  readonly title: string;
  /** Explains the consequences. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms an action that the user can reverse. Irreversible deletions use {@link ConfirmByNameDialog}. */
export function ConfirmDialog({ title, children, confirmLabel, isPending, error, onConfirm, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{children}</p>
        {error !== null && error !== undefined && <ErrorAlert error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button variant="danger" isPending={isPending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
