import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CheckboxField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';

/** An item that can become a case. */
interface Candidate {
  readonly id: string;
  readonly label: ReactNode;
}

interface Props {
  readonly title: string;
  readonly hint: string;
  /** Title of the empty state. */
  readonly emptyTitle: string;
  /** Undefined while loading. */
  readonly candidates: readonly Candidate[] | undefined;
  readonly loadError: unknown;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onSubmit: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Selects the items that become cases. */
export function SelectCasesDialog({
  title,
  hint,
  emptyTitle,
  candidates,
  loadError,
  isPending,
  error,
  onSubmit,
  onClose,
}: Props) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string, isSelected: boolean) =>
    setSelectedIds(new Set(isSelected ? [...selectedIds, id] : [...selectedIds].filter((each) => each !== id)));
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={() => onSubmit([...selectedIds])}>
        <p className="text-muted">{hint}</p>
        {loadError ? <ErrorAlert error={loadError} /> : null}
        {!candidates && !loadError && <Loading lineCount={4} />}
        {candidates?.length === 0 && <EmptyState isSmall title={emptyTitle} />}
        {candidates && candidates.length > 0 && (
          <>
            <CheckboxField
              label={w.evals.chooseAll({ n: candidates.length })}
              checked={selectedIds.size === candidates.length}
              onChange={(all) => setSelectedIds(new Set(all ? candidates.map(({ id }) => id) : []))}
            />
            <ul aria-label={title} className="max-h-[45vh] overflow-y-auto rounded-md border">
              {candidates.map(({ id, label }) => (
                <li key={id} className="border-b px-3 py-2 last:border-b-0">
                  <CheckboxField
                    label={label}
                    checked={selectedIds.has(id)}
                    onChange={(isSelected) => toggle(id, isSelected)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
        {error ? <ErrorAlert error={error} /> : null}
        <Button type="submit" variant="primary" isPending={isPending} disabled={selectedIds.size === 0}>
          {w.evals.take({ n: selectedIds.size })}
        </Button>
      </Form>
    </Dialog>
  );
}
