import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CheckboxField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';

/** Something that can become a case. */
export interface Candidate {
  readonly id: string;
  readonly label: ReactNode;
}

interface Props {
  readonly title: string;
  readonly hint: string;
  /** What is said where there is nothing to choose from. */
  readonly none: string;
  /** Undefined until it was read. */
  readonly from: readonly Candidate[] | undefined;
  readonly loadError: unknown;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onChosen: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Asks which of some things are to become cases. */
export function ChooseCases({ title, hint, none, from, loadError, busy, error, onChosen, onClose }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string, on: boolean) =>
    setChosen(new Set(on ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={() => onChosen([...chosen])}>
        <p className="text-muted">{hint}</p>
        {loadError ? <ErrorAlert error={loadError} /> : null}
        {!from && !loadError && <Loading lineCount={4} />}
        {from?.length === 0 && <EmptyState title={none} />}
        {from && from.length > 0 && (
          <>
            <CheckboxField
              label={w.evals.chooseAll(from.length)}
              checked={chosen.size === from.length}
              onChange={(all) => setChosen(new Set(all ? from.map(({ id }) => id) : []))}
            />
            <ul aria-label={title} className="max-h-[45vh] overflow-y-auto rounded-md border">
              {from.map(({ id, label }) => (
                <li key={id} className="border-b px-3 py-2 last:border-b-0">
                  <CheckboxField label={label} checked={chosen.has(id)} onChange={(on) => toggle(id, on)} />
                </li>
              ))}
            </ul>
          </>
        )}
        {error ? <ErrorAlert error={error} /> : null}
        <Button type="submit" variant="primary" isPending={busy} disabled={chosen.size === 0}>
          {w.evals.take(chosen.size)}
        </Button>
      </Form>
    </Dialog>
  );
}
