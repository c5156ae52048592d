import { Fragment, type ReactNode, useRef, useState } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';

interface Props<T> {
  /** The record as last read. */
  readonly record: T;
  /** Version of the record. A new one means that somebody changed it. */
  readonly version: string;
  /** Keeps the form's state after a save, for forms that already show the saved values. */
  readonly keepsStateOnSave?: boolean;
  /** Renders the form, which calls `onSaved` after a successful save. */
  readonly children: (record: T, onSaved: () => void) => ReactNode;
}

/** Controls that change a form value on click. */
const CHOICE_SELECTOR =
  'button:not([type="submit"]), [role="option"], [role="checkbox"], [role="radio"], [role="switch"]';

/**
 * Resets a form when others change its record, as long as the user has not edited it. Keeps an edited form and offers a
 * reset.
 */
export function RecordForm<T>({ record, version, keepsStateOnSave = false, children }: Props<T>) {
  const [snapshot, setSnapshot] = useState({ of: record, version, key: version });
  const isDirtyRef = useRef(false);
  const keepsStateRef = useRef(false);
  const markDirty = () => {
    isDirtyRef.current = true;
  };
  const isOutdated = snapshot.version !== version;
  if (isOutdated && !isDirtyRef.current) {
    setSnapshot({ of: record, version, key: keepsStateRef.current ? snapshot.key : version });
    keepsStateRef.current = false;
  }
  const resetForm = () => {
    isDirtyRef.current = false;
    setSnapshot({ of: record, version, key: version });
  };
  const onSaved = () => {
    isDirtyRef.current = false;
    keepsStateRef.current = keepsStateOnSave;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes events of the form
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard selection fires click events
    <div
      className="flex min-w-0 flex-col gap-3"
      onInput={markDirty}
      onChange={markDirty}
      onClick={(event) => event.target instanceof Element && event.target.closest(CHOICE_SELECTOR) && markDirty()}
    >
      {isOutdated && isDirtyRef.current && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-warning">
          {w.ui.changedElsewhere}
          <Button onClick={resetForm}>{w.ui.loadSaved}</Button>
        </p>
      )}
      <Fragment key={snapshot.key}>{children(isOutdated ? snapshot.of : record, onSaved)}</Fragment>
    </div>
  );
}
