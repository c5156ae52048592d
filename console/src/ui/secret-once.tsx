import { useState } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { copy } from './copyable.tsx';
import { Dialog } from './dialog.tsx';
import { CheckField, TextField } from './field.tsx';

interface Props {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that is never shown again: it goes once somebody says that it is stored. */
export function SecretOnce({ title, secret, onClose }: Props) {
  const [stored, setStored] = useState(false);
  const [copied, setCopied] = useState<boolean>();
  return (
    <Dialog title={title} onClose={onClose} closes={false}>
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
          <Button look="primary" onClick={async () => setCopied(await copy(secret))}>
            {w.ui.copySecret}
          </Button>
          <span role="status" className="text-sm text-quiet">
            {copied === undefined ? '' : copied ? w.ui.copied : w.ui.notCopied}
          </span>
        </div>
        <CheckField label={w.ui.stored} checked={stored} onChange={setStored} />
        <div className="flex justify-end">
          <Button disabled={!stored} onClick={onClose}>
            {w.ui.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
