import { type ReactNode, useState } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';

interface Props {
  readonly title: string;
  /** Explains the consequences. */
  readonly children: ReactNode;
  /** Name that the user must type. */
  readonly name: string;
  readonly confirmLabel: string;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Fields above the name. */
  readonly extraFields?: ReactNode;
  /** Extra props for the error alert. */
  readonly errorProps?: { readonly intro?: string | undefined; readonly permissionHint?: string };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms an irreversible deletion: the user must type the name of the resource. */
export function ConfirmByNameDialog({
  title,
  children,
  name,
  confirmLabel,
  isPending,
  error,
  extraFields,
  errorProps,
  onConfirm,
  onClose,
}: Props) {
  const [typedName, setTypedName] = useState('');
  const isMatch = typedName.trim() === name.trim();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={() => {
          if (isMatch) onConfirm();
        }}
      >
        <p>{children}</p>
        {extraFields}
        <TextField
          label={w.ui.repeat({ name })}
          autoComplete="off"
          spellCheck={false}
          value={typedName}
          onChange={(event) => setTypedName(event.target.value)}
        />
        {error !== null && error !== undefined && <ErrorAlert error={error} {...errorProps} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button type="submit" variant="danger" isPending={isPending} disabled={!isMatch}>
            {confirmLabel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
