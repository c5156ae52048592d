import { useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { FieldErrorText, findFieldError } from '../../ui/field.tsx';
import { FormError } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';

interface Props {
  readonly url: string | null;
  readonly onUpload: (file: File) => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
  /** Invalidates the queries that show the avatar. */
  readonly onChanged: () => void;
}

/** Edits the avatar of a user, an organization or a project. A selected file is uploaded at once. */
export function AvatarField({ url, onUpload, onRemove, onChanged }: Props) {
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const update = useMutation({
    mutationFn: (file: File | null) => (file === null ? onRemove() : onUpload(file)),
    onSuccess: (_, file) => {
      showToast(file === null ? w.account.avatarRemoved : w.account.avatarSaved);
      // The button that had the focus disappears with the avatar.
      if (file === null) inputRef.current?.focus();
      onChanged();
    },
  });
  const problem = findFieldError(update.error, 'file');
  return (
    <div className="flex flex-wrap items-start gap-4">
      {url ? (
        // The content security policy permits images from this host only, so the configured host name is dropped.
        <img src={new URL(url).pathname} alt="" className="size-16 rounded-full border object-cover" />
      ) : (
        <span className="grid size-16 place-items-center rounded-full border bg-surface-muted p-1 text-center text-xs text-muted">
          {w.account.noAvatar}
        </span>
      )}
      <div className="flex min-w-56 flex-1 flex-col gap-1">
        <p className="font-medium">{w.account.avatar}</p>
        <div className="flex flex-wrap gap-2">
          <span className="relative inline-flex rounded-md focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
            <span aria-hidden className={getButtonClassName()}>
              {w.account.selectAvatar}
            </span>
            {/* The native field covers the label, because its own text is in the browser's language. */}
            <input
              ref={inputRef}
              type="file"
              accept="image/jpeg,image/png,image/gif"
              aria-label={w.account.selectAvatar}
              aria-invalid={problem === undefined ? undefined : true}
              aria-describedby={id}
              className="absolute inset-0 cursor-pointer opacity-0"
              disabled={update.isPending}
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file) update.mutate(file);
                target.value = '';
              }}
            />
          </span>
          {url && (
            <Button isPending={update.isPending} onClick={() => update.mutate(null)}>
              {w.account.removeAvatar}
            </Button>
          )}
        </div>
        <div id={id} className="text-sm">
          <p className="text-muted">{w.account.avatarHint}</p>
          <FieldErrorText>{problem}</FieldErrorText>
        </div>
        <FormError error={update.error} fieldPaths={['file']} />
      </div>
    </div>
  );
}
