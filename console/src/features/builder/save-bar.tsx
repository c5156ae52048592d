import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { Rocket } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import type { DraftState } from './use-draft.ts';

interface Props {
  readonly state: Pick<DraftState<unknown>, 'isDirty' | 'isOutdated' | 'discard'>;
  /** Says which revision is served, or that the newest is not. */
  readonly status: string;
  /** Whether the status needs attention. */
  readonly isWarning: boolean;
  readonly isSaving: boolean;
  /** Fields of the revision that saving creates, while there are changes. */
  readonly fields?: ReactNode;
  /** Further actions after Save. */
  readonly children?: ReactNode;
}

/** A bar at the bottom of a builder: what is unsaved or not served, and the buttons for both. */
export function SaveBar({ state, status, isWarning, isSaving, fields, children }: Props) {
  const { isDirty, isOutdated, discard } = state;
  return (
    <div
      data-save-bar
      className="sticky bottom-(--bar-offset) z-10 flex flex-col gap-2 rounded-lg border border-border-strong bg-surface px-4 py-3 shadow-lg"
    >
      {isOutdated && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-warning">
          {w.ui.changedElsewhere}
          <Button isSmall onClick={discard}>
            {w.ui.loadSaved}
          </Button>
        </p>
      )}
      {isDirty && fields}
      <div className="flex flex-wrap items-center gap-2">
        <p
          role="status"
          className={joinClassNames(
            'flex min-w-40 flex-1 items-center gap-2 text-sm',
            isDirty || isWarning ? 'font-medium text-warning' : 'text-muted',
          )}
        >
          <span
            aria-hidden
            className={joinClassNames(
              'size-2 shrink-0 rounded-full',
              isDirty || isWarning ? 'bg-warning' : 'bg-success',
            )}
          />
          {isDirty ? w.builder.unsaved : status}
        </p>
        <div className="ms-auto flex flex-wrap items-center gap-2">
          {isDirty && !isOutdated && (
            <Button variant="quiet" onClick={discard}>
              {w.builder.discard}
            </Button>
          )}
          <Button type="submit" variant={isDirty ? 'primary' : 'plain'} disabled={!isDirty} isPending={isSaving}>
            {w.builder.save}
          </Button>
          {children}
        </div>
      </div>
    </div>
  );
}

interface ServeButtonProps {
  /** Name of the newest revision. */
  readonly name: string;
  readonly isDirty: boolean;
  /** Whether the newest revision is served. */
  readonly isServed: boolean;
  readonly isPending: boolean;
  readonly onSaveAndServe: () => void;
  readonly onServe: () => void;
}

/** Serves the newest revision, after saving it if the draft has changed. Nothing if it is served already. */
export function ServeButton({ name, isDirty, isServed, isPending, onSaveAndServe, onServe }: ServeButtonProps) {
  if (!isDirty && isServed) return null;
  return (
    <Button variant={isDirty ? 'plain' : 'primary'} isPending={isPending} onClick={isDirty ? onSaveAndServe : onServe}>
      <Rocket className="size-4" /> {isDirty ? w.builder.saveAndServe : w.builder.serve({ name })}
    </Button>
  );
}
