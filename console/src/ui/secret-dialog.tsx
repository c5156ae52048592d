import { useState } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { copyToClipboard } from './copyable.tsx';
import { Dialog } from './dialog.tsx';
import { CheckboxField, TextField } from './field.tsx';

interface Props {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret once. The dialog closes only after the user confirms that it is stored. */
export function SecretDialog({ title, secret, onClose }: Props) {
  const [isStored, setIsStored] = useState(false);
  const [isCopied, setIsCopied] = useState<boolean>();
  return (
    <Dialog title={title} onClose={onClose} isDismissible={false}>
      <div className="flex flex-col gap-4">
        <p>{w.ui.secretOnce}</p>
        <TextField
          label={w.ui.secret}
          readOnly
          className="font-mono"
          spellCheck={false}
          value={secret}
          onFocus={(event) => event.target.select()}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" onClick={async () => setIsCopied(await copyToClipboard(secret))}>
            {w.ui.copySecret}
          </Button>
          <span role="status" className="text-sm text-muted">
            {isCopied === undefined ? '' : isCopied ? w.ui.copied : w.ui.notCopied}
          </span>
        </div>
        <CheckboxField label={w.ui.stored} checked={isStored} onChange={setIsStored} />
        <div className="flex justify-end">
          <Button disabled={!isStored} onClick={onClose}>
            {w.ui.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
