import { useNavigate } from '@tanstack/react-router';
import { sayDayAndTime } from '../lib/time.ts';
import { w } from '../words/index.ts';
import { DiffOfLines } from './diff.tsx';
import { SelectField } from './field.tsx';

interface Revision {
  readonly id: string;
  readonly active: boolean;
}

/** The end of an id, where the time stands beside it. */
export const revisionMark = ({ id }: Pick<Revision, 'id'>): string => `…${id.slice(-6)}`;

/** A revision as people tell it from others of the same: the end of its id, and when it was made, which the id begins with. */
export function revisionName({ id }: Pick<Revision, 'id'>): string {
  const made = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  return `${revisionMark({ id })} · ${sayDayAndTime(made)}`;
}

interface Props<R> {
  /** Newest first. */
  readonly revisions: readonly R[];
  /** What the address says: which are compared, by id. */
  readonly search: { readonly from?: string; readonly with?: string };
  /** The fields of a revision that people compare. */
  readonly comparable: (revision: R) => object;
  /** What fields are called; others have the name that the API gives them. */
  readonly fields: Readonly<Record<string, string>>;
  /** What is called by an id in them, as far as it is known. */
  readonly names?: ReadonlyMap<string, string>;
}

/** What two revisions differ in: at first the one that serves and the newest. Nothing where there are no two. */
export function RevisionComparison<R extends Revision>(props: Props<R>) {
  const { revisions, search, comparable, fields, names = new Map() } = props;
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
      <div className="grid gap-3 sm:max-lg:grid-cols-2">
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
                {revision.active ? `✓ ${revisionName(revision)}` : revisionName(revision)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <DiffByField before={comparable(before)} after={comparable(after)} fields={fields} names={names} />
    </section>
  );
}

interface DiffProps {
  readonly before: object;
  readonly after: object;
  readonly fields: Readonly<Record<string, string>>;
  readonly names: ReadonlyMap<string, string>;
}

/** What differs, field by field. */
function DiffByField({ before, after, fields, names }: DiffProps) {
  const textsOf = (revision: object) =>
    new Map(Object.entries(revision).map(([field, value]) => [field, linesOf(value, names).join('\n')]));
  const [from, to] = [textsOf(before), textsOf(after)];
  const differing = [...new Set([...from.keys(), ...to.keys()])].filter((field) => from.get(field) !== to.get(field));
  if (differing.length === 0) return <p className="text-quiet">{w.ui.same}</p>;
  return differing.map((field) => {
    const name = fields[field] ?? field.replaceAll('_', ' ');
    return (
      <section key={field} className="flex flex-col gap-1">
        <h2 className="font-medium">{name}</h2>
        <DiffOfLines label={name} before={from.get(field) ?? ''} after={to.get(field) ?? ''} folds />
      </section>
    );
  });
}

/** A value as lines for people: texts by their own lines, lists and fields by a line each, names for ids. */
function linesOf(value: unknown, names: ReadonlyMap<string, string>): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return (names.get(String(value)) ?? String(value)).split('\n');
  if (Array.isArray(value))
    return value.flatMap((each) => linesOf(each, names).map((line, at) => `${at === 0 ? '•' : ' '} ${line}`));
  return Object.entries(value).flatMap(([name, each]) => {
    const lines = linesOf(each, names);
    if (lines.length === 0) return [];
    return lines.length === 1 && typeof each !== 'object'
      ? [`${name}: ${lines[0]}`]
      : [`${name}:`, ...lines.map((line) => `  ${line}`)];
  });
}
