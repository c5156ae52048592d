import { useNavigate } from '@tanstack/react-router';
import { w } from '../words/index.ts';
import { Diff } from './diff.tsx';
import { SelectField } from './field.tsx';

interface Revision {
  readonly id: string;
  readonly active: boolean;
}

/** A revision as people tell it from others of the same. */
export const revisionName = ({ id }: Pick<Revision, 'id'>): string => `…${id.slice(-6)}`;

interface Props<R> {
  /** Newest first. */
  readonly revisions: readonly R[];
  /** What the address says: which are compared, by id. */
  readonly search: { readonly from?: string; readonly with?: string };
  /** The fields of a revision that people compare. */
  readonly comparable: (revision: R) => object;
}

/** What two revisions differ in: at first the one that serves and the newest. Nothing where there are no two. */
export function RevisionComparison<R extends Revision>({ revisions, search, comparable }: Props<R>) {
  const navigate = useNavigate();
  const find = (id: string | undefined) => revisions.find((revision) => revision.id === id);
  const after = find(search.with) ?? revisions[0];
  const before = find(search.from) ?? revisions.find(({ active }) => active);
  if (!before || !after || revisions.length < 2) return null;
  const chosen = [
    ['from', w.ui.before, before],
    ['with', w.ui.after, after],
  ] as const;
  return (
    <section aria-label={w.ui.compare} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        {chosen.map(([name, label, { id: value }]) => (
          <SelectField
            key={name}
            label={label}
            value={value}
            onChange={({ target }) =>
              void navigate({ to: '.', search: (now: object) => ({ ...now, [name]: target.value }), replace: true })
            }
          >
            {revisions.map((revision) => (
              <option key={revision.id} value={revision.id}>
                {revision.active ? `${revisionName(revision)} ✓` : revisionName(revision)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <Diff label={w.ui.compare} before={comparable(before)} after={comparable(after)} />
    </section>
  );
}
