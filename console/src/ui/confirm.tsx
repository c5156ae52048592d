import type { ReactNode } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Failed } from './failed.tsx';

interface Props {
  readonly title: string;
  /** What comes of it. */
  readonly children: ReactNode;
  /** What the button says. */
  readonly act: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onAct: () => void;
  readonly onClose: () => void;
}

/** Asks once more before something ends that can be begun anew; what is lost for good asks for its name. */
export function Confirm({ title, children, act, busy, error, onAct, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{children}</p>
        {error !== null && error !== undefined && <Failed error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button look="danger" busy={busy} onClick={onAct}>
            {act}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
