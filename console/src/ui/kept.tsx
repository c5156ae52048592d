import { Fragment, type ReactNode, useRef, useState } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';

interface Props<T> {
  /** What is edited, as it was read last. */
  readonly of: T;
  /** Says whether it is still what the form began with. */
  readonly version: string;
  /** Whether the form holds what it saved, and so need not begin anew with it. */
  readonly staysWhenSaved?: boolean;
  /** The form; it calls `saved` when its own change is stored. */
  readonly children: (of: T, saved: () => void) => ReactNode;
}

/** What a click on it may change in a form without any typing. */
const CHOICES = 'button:not([type="submit"]), [role="option"], [role="checkbox"], [role="radio"], [role="switch"]';

/**
 * A form of something that others may change meanwhile: it begins anew with what they saved as long as nobody has touched it.
 * What somebody began to fill in stays as it is, and says that the record is another one by now.
 */
export function Kept<T>({ of, version, staysWhenSaved = false, children }: Props<T>) {
  const [held, setHeld] = useState({ of, version, key: version });
  const touched = useRef(false);
  const stays = useRef(false);
  const touch = () => {
    touched.current = true;
  };
  const isOld = held.version !== version;
  if (isOld && !touched.current) {
    setHeld({ of, version, key: stays.current ? held.key : version });
    stays.current = false;
  }
  const takeOver = () => {
    touched.current = false;
    setHeld({ of, version, key: version });
  };
  const saved = () => {
    touched.current = false;
    stays.current = staysWhenSaved;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of what is done in the form, and does nothing itself
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys that choose something click
    <div
      className="flex min-w-0 flex-col gap-3"
      onInput={touch}
      onChange={touch}
      onClick={(event) => event.target instanceof Element && event.target.closest(CHOICES) && touch()}
    >
      {isOld && touched.current && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-warn">
          {w.ui.changedElsewhere}
          <Button onClick={takeOver}>{w.ui.takeOver}</Button>
        </p>
      )}
      <Fragment key={held.key}>{children(isOld ? held.of : of, saved)}</Fragment>
    </div>
  );
}
