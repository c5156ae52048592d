import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { getMemberId, usePeople } from '../../../lib/members.ts';
import { formatBytes, formatNumber } from '../../../lib/numbers.ts';
import { useCurrentUser, useScope } from '../../../lib/session.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { WordDiff } from '../../../ui/diff.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { type DocumentVersion, versionChunksQuery, versionsQuery } from '../queries.ts';
import { compareVersions, type DiffPart, type VersionChunk } from './version-diff.ts';

const route = getRouteApi('/in/knowledge/documents/$documentId');

/** Lists the versions of a document and compares two of them. */
export function Versions({ documentId }: { readonly documentId: string }) {
  const { data, error, refetch } = useQuery(versionsQuery(useScope(), documentId));
  const getAuthorName = useAuthorName();
  return (
    <Section title={w.knowledge.versions} hint={w.knowledge.versionsHint}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {data?.length === 0 && <p className="text-muted">{w.knowledge.noVersions}</p>}
      {data && data.length > 0 && (
        <Table
          caption={w.knowledge.versions}
          columns={getColumns(getAuthorName)}
          rows={data}
          getRowKey={({ id }) => id}
        />
      )}
      {data && data.length > 1 && <Comparison documentId={documentId} versions={data} />}
    </Section>
  );
}

function getColumns(getAuthorName: ReturnType<typeof useAuthorName>): readonly Column<DocumentVersion>[] {
  return [
    {
      header: w.knowledge.version,
      render: ({ number, current }) => (
        <span className="flex flex-wrap items-center gap-2">
          {w.knowledge.versionNumber({ number })}
          {current && <StatusBadge tone="good">{w.knowledge.currentVersion}</StatusBadge>}
        </span>
      ),
    },
    { header: w.knowledge.published, render: ({ published }) => <Time at={published} /> },
    { header: w.knowledge.by, render: ({ created_by }) => getAuthorName(created_by) },
    { header: w.knowledge.bytes, alignsEnd: true, hidesOnMobile: true, render: ({ size }) => formatBytes(size) },
    {
      header: w.knowledge.passages,
      alignsEnd: true,
      hidesOnMobile: true,
      render: ({ chunk_count }) => formatNumber(chunk_count),
    },
  ];
}

interface ComparisonProps {
  readonly documentId: string;
  /** At least two, newest first. */
  readonly versions: readonly DocumentVersion[];
}

function Comparison({ documentId, versions }: ComparisonProps) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const find = (id: string | undefined, index: number) =>
    (versions.find((version) => version.id === id) ?? versions[index]) as DocumentVersion;
  const [before, after] = [find(search.old, 1), find(search.new, 0)];
  const getField = (name: 'old' | 'new', selected: DocumentVersion) => (
    <SelectField
      label={name === 'old' ? w.knowledge.compareFrom : w.knowledge.compareTo}
      value={selected.id}
      onChange={({ target }) => void navigate({ to: '.', search: { ...search, [name]: target.value } as never })}
    >
      {versions.map(({ id, number, published }) => (
        <option key={id} value={id}>
          {w.knowledge.versionNumber({ number })} · {formatDateTime(Date.parse(published))}
        </option>
      ))}
    </SelectField>
  );
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        {getField('old', before)}
        {getField('new', after)}
      </div>
      <VersionDiff documentId={documentId} before={before} after={after} />
    </>
  );
}

interface DiffProps {
  readonly documentId: string;
  readonly before: DocumentVersion;
  readonly after: DocumentVersion;
}

function VersionDiff({ documentId, before, after }: DiffProps) {
  const scope = useScope();
  const old = useQuery(versionChunksQuery(scope, documentId, before));
  const current = useQuery(versionChunksQuery(scope, documentId, after));
  const error = old.error ?? current.error;
  if (error) return <ErrorAlert error={error} onRetry={() => void Promise.all([old.refetch(), current.refetch()])} />;
  if (!old.data || !current.data) return <Loading lineCount={6} />;
  const parts = compareVersions(old.data.results, current.data.results);
  const isTruncated = old.data.isTruncated || current.data.isTruncated;
  return (
    <figure aria-label={w.knowledge.comparison} className="flex min-w-0 flex-col gap-3">
      {isTruncated && <p className="text-warning">{w.knowledge.comparisonTruncated}</p>}
      {parts.every(({ kind }) => kind === 'same') && <p className="text-muted">{w.knowledge.sameVersions}</p>}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a comparison have no ID
        <DiffPartView key={index} part={part} />
      ))}
    </figure>
  );
}

function DiffPartView({ part }: { readonly part: DiffPart }) {
  if (part.kind === 'same')
    return <p className="text-center text-sm text-muted">⋯ {w.knowledge.sameChunks({ count: part.count })} ⋯</p>;
  const chunk = part.kind === 'changed' ? part.after : part.chunk;
  const [before, after] = part.kind === 'changed' ? [part.before.text, part.after.text] : getTexts(part.kind, chunk);
  return (
    <section className="rounded-md border bg-surface p-3">
      <p className="mb-1 flex flex-wrap gap-x-2 text-sm text-muted">
        <span className="font-medium text-foreground">{w.knowledge.changeKinds[part.kind]}</span>
        <span>{formatPlace(chunk)}</span>
      </p>
      <WordDiff before={before} after={after} />
    </section>
  );
}

const getTexts = (kind: 'removed' | 'added', { text }: VersionChunk) =>
  (kind === 'removed' ? [text, ''] : ['', text]) as [string, string];

/** Returns the headings above a chunk, and its page. */
const formatPlace = ({ heading_path, page }: Omit<VersionChunk, 'text'>): string =>
  [...heading_path, ...(page === null ? [] : [w.knowledge.page({ page })])].join(' › ');

/** Returns a function that names who made a version. Without permission to view members, others stay unnamed. */
function useAuthorName(): (author: { readonly type: string; readonly id: string }) => string {
  const user = useCurrentUser();
  const people = usePeople().data;
  return ({ type, id }) => {
    if (user?.user_id === id) return w.knowledge.you;
    const name = people?.find(({ member }) => getMemberId(member) === id)?.name;
    return name ?? `${w.knowledge.authorTypes[type as keyof typeof w.knowledge.authorTypes] ?? type} …${id.slice(-6)}`;
  };
}
