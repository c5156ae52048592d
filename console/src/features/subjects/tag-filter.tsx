import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type TaggableKind, tagsQuery } from './queries.ts';

interface Props {
  readonly kind: TaggableKind;
  /** Tag in the URL; undefined for all. */
  readonly tag: string | undefined;
}

/** Filters a list by tag. Renders nothing if the project has no tags. */
export function TagFilter({ kind, tag }: Props) {
  const navigate = useNavigate();
  const canView = useHasPermission('project', 'view');
  const { data } = useQuery({ ...tagsQuery(useScope(), kind), enabled: canView === true });
  const names = (data ?? []).map(({ name }) => name);
  if (names.length === 0 && tag === undefined) return null;
  return (
    <div className="max-w-64">
      <SelectField
        label={w.building.tag}
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

/** Paths of the lists that support the filter. */
const LIST_PATHS = {
  task: '/tasks',
  task_agent: '/agents',
  document: '/knowledge/documents',
  collection: '/knowledge',
} as const satisfies Readonly<Record<TaggableKind, string>>;

interface TagLinksProps extends Pick<Props, 'kind'> {
  readonly tags: readonly string[];
}

/** Links from each tag to the list filtered by it. */
export function TagLinks({ kind, tags }: TagLinksProps) {
  return (
    <span className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <Link key={tag} to={LIST_PATHS[kind]} search={{ tag }} className="text-sm link">
          {tag}
        </Link>
      ))}
    </span>
  );
}
