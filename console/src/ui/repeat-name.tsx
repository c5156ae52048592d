import { type ReactNode, useState } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Failed } from './failed.tsx';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';

interface Props {
  readonly title: string;
  /** What comes of it. */
  readonly children: ReactNode;
  /** What has to be typed. */
  readonly name: string;
  /** What the button says. */
  readonly act: string;
  readonly busy: boolean;
  readonly error: unknown;
  /** What is chosen before. */
  readonly before?: ReactNode;
  /** What is said of a refusal besides. */
  readonly said?: { readonly lead?: string | undefined; readonly needs?: string };
  readonly onAct: () => void;
  readonly onClose: () => void;
}

/** Asks for the name of what is about to be lost, so that nobody takes away the one beside it. */
export function RepeatName({ title, children, name, act, busy, error, before, said, onAct, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const same = typed.trim() === name.trim();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={() => {
          if (same) onAct();
        }}
      >
        <p>{children}</p>
        {before}
        <TextField
          label={w.ui.repeat(name)}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {error !== null && error !== undefined && <Failed error={error} {...said} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button type="submit" look="danger" busy={busy} disabled={!same}>
            {act}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
