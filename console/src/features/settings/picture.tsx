import { useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { FieldErrorText, findFieldError } from '../../ui/field.tsx';
import { FormError } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';

interface Props {
  readonly url: string | null;
  readonly onSet: (file: File) => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
  /** Reads again what shows the picture. */
  readonly onChanged: () => void;
}

/** The picture of a person, an organization or a project; another one is taken as soon as it is chosen. */
export function Picture({ url, onSet, onRemove, onChanged }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: (file: File | null) => (file === null ? onRemove() : onSet(file)),
    onSuccess: (_, file) => {
      showToast(file === null ? w.account.pictureRemoved : w.account.pictureSet);
      // The button that removed it goes with the picture.
      if (file === null) field.current?.focus();
      onChanged();
    },
  });
  const problem = findFieldError(change.error, 'file');
  return (
    <div className="flex flex-wrap items-start gap-4">
      {url ? (
        // Pages load pictures from their own host alone, by whatever name it was reached.
        <img src={new URL(url).pathname} alt="" className="size-16 rounded-full border object-cover" />
      ) : (
        <span className="grid size-16 place-items-center rounded-full border bg-surface-muted p-1 text-center text-xs text-muted">
          {w.account.noPicture}
        </span>
      )}
      <div className="flex min-w-56 flex-1 flex-col gap-1">
        <p className="font-medium">{w.account.picture}</p>
        <div className="flex flex-wrap gap-2">
          <span className="relative inline-flex rounded-md focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
            <span aria-hidden className={getButtonClassName()}>
              {w.account.choosePicture}
            </span>
            {/* The browser's own field lies over it: what that says is in the browser's language. */}
            <input
              ref={field}
              type="file"
              accept="image/jpeg,image/png,image/gif"
              aria-label={w.account.choosePicture}
              aria-invalid={problem === undefined ? undefined : true}
              aria-describedby={id}
              className="absolute inset-0 cursor-pointer opacity-0"
              disabled={change.isPending}
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file) change.mutate(file);
                target.value = '';
              }}
            />
          </span>
          {url && (
            <Button isPending={change.isPending} onClick={() => change.mutate(null)}>
              {w.account.removePicture}
            </Button>
          )}
        </div>
        <div id={id} className="text-sm">
          <p className="text-muted">{w.account.pictureHint}</p>
          <FieldErrorText>{problem}</FieldErrorText>
        </div>
        <FormError error={change.error} fieldPaths={['file']} />
      </div>
    </div>
  );
}
