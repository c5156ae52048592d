import { useNavigate } from '@tanstack/react-router';
import { getRevisionLabel } from '../lib/revision-names.ts';
import { w } from '../words/index.ts';
import { TextDiff } from './diff.tsx';
import { SelectField } from './field.tsx';

interface Revision {
  readonly id: string;
  readonly active: boolean;
}

interface Props<R> {
  /** Newest first. */
  readonly revisions: readonly R[];
  /** Search params with the IDs of the compared revisions. */
  readonly search: { readonly from?: string; readonly with?: string };
  /** Returns the fields to compare. */
  readonly toComparable: (revision: R) => object;
  /** Labels of the fields. Others appear under their API name. */
  readonly fieldLabels: Readonly<Record<string, string>>;
  /** Names of resources that the fields reference by ID. */
  readonly names?: ReadonlyMap<string, string>;
}

/** Compares two revisions: by default the active one and the newest. Renders nothing for fewer than two. */
export function RevisionComparison<R extends Revision>(props: Props<R>) {
  const { revisions, search, toComparable, fieldLabels, names = new Map() } = props;
  const navigate = useNavigate();
  const findRevision = (id: string | undefined) => revisions.find((revision) => revision.id === id);
  const after = findRevision(search.with) ?? revisions[0];
  const before = findRevision(search.from) ?? revisions.find(({ active }) => active);
  if (!before || !after || revisions.length < 2) return null;
  const selects = [
    ['from', w.ui.before, before],
    ['with', w.ui.after, after],
  ] as const;
  return (
    <section aria-label={w.ui.compare} className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {selects.map(([param, label, { id: value }]) => (
          <SelectField
            key={param}
            label={label}
            value={value}
            onChange={({ target }) =>
              void navigate({
                to: '.',
                search: (current: object) => ({ ...current, [param]: target.value }),
                replace: true,
              })
            }
          >
            {revisions.map((revision) => (
              <option key={revision.id} value={revision.id}>
                {`${revision.active ? '✓ ' : ''}${getRevisionLabel(revision, revisions)}`}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <DiffByField before={toComparable(before)} after={toComparable(after)} fieldLabels={fieldLabels} names={names} />
    </section>
  );
}

interface DiffProps {
  readonly before: object;
  readonly after: object;
  readonly fieldLabels: Readonly<Record<string, string>>;
  readonly names: ReadonlyMap<string, string>;
}

/** Shows one diff per changed field. */
function DiffByField({ before, after, fieldLabels, names }: DiffProps) {
  const toFieldTexts = (revision: object) =>
    new Map(Object.entries(revision).map(([field, value]) => [field, toLines(value, names).join('\n')]));
  const [from, to] = [toFieldTexts(before), toFieldTexts(after)];
  const changedFields = [...new Set([...from.keys(), ...to.keys()])].filter(
    (field) => from.get(field) !== to.get(field),
  );
  if (changedFields.length === 0) return <p className="text-muted">{w.ui.same}</p>;
  return changedFields.map((field) => {
    const name = fieldLabels[field] ?? field.replaceAll('_', ' ');
    return (
      <section key={field} className="flex flex-col gap-1">
        <h2 className="font-medium">{name}</h2>
        <TextDiff label={name} before={from.get(field) ?? ''} after={to.get(field) ?? ''} collapsesUnchanged />
      </section>
    );
  });
}

/** Formats a value as readable lines: one per text line, list item and property, with names instead of IDs. */
function toLines(value: unknown, names: ReadonlyMap<string, string>): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return (names.get(String(value)) ?? String(value)).split('\n');
  if (Array.isArray(value))
    return value.flatMap((item) => toLines(item, names).map((line, index) => `${index === 0 ? '•' : ' '} ${line}`));
  return Object.entries(value).flatMap(([name, item]) => {
    const lines = toLines(item, names);
    if (lines.length === 0) return [];
    return lines.length === 1 && typeof item !== 'object'
      ? [`${name}: ${lines[0]}`]
      : [`${name}:`, ...lines.map((line) => `  ${line}`)];
  });
}
