import { useState } from 'react';

/** The edited state of a record. */
export interface DraftState<T> {
  readonly draft: T;
  readonly setDraft: (draft: T) => void;
  /** Whether the draft differs from the saved version that it started from. */
  readonly isDirty: boolean;
  /** Whether somebody else has saved another version since. */
  readonly isOutdated: boolean;
  /** Loads the saved version. */
  readonly discard: () => void;
  /** Continues from the saved version of `submitted`. Keeps what the user has changed since. */
  readonly onSaved: (submitted: T, saved: T) => void;
}

/**
 * Edits a copy of a record. An unchanged copy follows the record; a changed one stays, and `isOutdated` reports that
 * the record has changed.
 */
export function useDraft<T>(saved: T): DraftState<T> {
  const version = JSON.stringify(saved);
  const [base, setBase] = useState(version);
  const [draft, setDraft] = useState(saved);
  const isDirty = JSON.stringify(draft) !== base;
  const load = (value: T) => {
    setBase(JSON.stringify(value));
    setDraft(value);
  };
  if (base !== version && !isDirty) load(saved);
  return {
    draft,
    setDraft,
    isDirty,
    isOutdated: isDirty && base !== version,
    discard: () => load(saved),
    onSaved: (submitted, next) => {
      setBase(JSON.stringify(next));
      setDraft((current) => (JSON.stringify(current) === JSON.stringify(submitted) ? next : current));
    },
  };
}
