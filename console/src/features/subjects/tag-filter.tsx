import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type Tagged, tagsFor } from './queries.ts';

interface Props {
  readonly kind: Tagged;
  /** What the address says; undefined for all. */
  readonly tag: string | undefined;
}

/** Cuts a list down to what carries a tag; nothing where there are no tags. */
export function TagFilter({ kind, tag }: Props) {
  const navigate = useNavigate();
  const sees = useHasPermission('project', 'view');
  const { data } = useQuery({ ...tagsFor(useScope(), kind), enabled: sees === true });
  const names = (data ?? []).map(({ name }) => name);
  if (names.length === 0 && tag === undefined) return null;
  return (
    <div className="max-w-64">
      <SelectField
        label={w.building.withTag}
        value={tag ?? ''}
        onChange={({ target }) => void navigate({ to: '.', search: { tag: target.value || undefined } as never })}
      >
        <option value="">{w.building.anyTag}</option>
        {tag !== undefined && !names.includes(tag) && <option value={tag}>{tag}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** The lists of what carries tags. */
const LISTS = {
  task: '/tasks',
  task_agent: '/agents',
  document: '/knowledge/documents',
  collection: '/knowledge',
} as const satisfies Readonly<Record<Tagged, string>>;

interface TagsProps extends Pick<Props, 'kind'> {
  readonly tags: readonly string[];
}

/** The tags of one in a list, each the way to all that carry it. */
export function TagLinks({ kind, tags }: TagsProps) {
  return (
    <span className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <Link key={tag} to={LISTS[kind]} search={{ tag }} className="text-sm text-accent underline">
          {tag}
        </Link>
      ))}
    </span>
  );
}
