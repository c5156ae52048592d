import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { post } from '../../lib/api.ts';
import { formatBytes } from '../../lib/numbers.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getRevisionName, toShortRevisionId } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { RevisionComparison } from '../../ui/revision-comparison.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { INSTRUCTIONS_FILE } from './folder.ts';
import { SKILL_PATH, type Skill, type SkillRevision, skillRevisionsQuery } from './queries.ts';

const route = getRouteApi('/in/skills/$skillId');

interface Props {
  readonly skill: Skill;
  readonly canEdit: boolean;
}

/** Lists the revisions of a skill, activates one and compares two. */
export function SkillRevisions({ skill: { id }, canEdit }: Props) {
  const scope = useScope();
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(skillRevisionsQuery(scope, id));
  const activate = useMutation({
    mutationFn: (revision_id: string) =>
      post(`${SKILL_PATH}/activate`, { params: { path: { ...scope, skill_id: id } }, body: { revision_id } }),
    onSuccess: () => {
      showToast(w.skills.activated);
      void queryClient.invalidateQueries({ queryKey: ['skill', id] });
    },
  });
  if (!data) return error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Loading lineCount={6} />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <ul aria-label={w.skills.revisions} className="flex flex-col gap-2">
        {data.map((revision) => (
          <li key={revision.id} className="flex flex-wrap items-center gap-3 rounded-md border bg-surface px-3 py-2">
            <span className="font-semibold tabular-nums">{getRevisionName(revision, data)}</span>
            <Time at={revision.created} />
            <code className="font-mono text-sm text-muted">{toShortRevisionId(revision)}</code>
            {revision.active && <StatusBadge tone="good">{w.skills.active}</StatusBadge>}
            {!revision.active && canEdit && (
              <Button
                isSmall
                aria-label={w.skills.activateNamed({ name: getRevisionName(revision, data) })}
                isPending={activate.isPending && activate.variables === revision.id}
                onClick={() => activate.mutate(revision.id)}
              >
                {w.skills.activate}
              </Button>
            )}
            {revision.annotation && (
              <q dir="auto" className="basis-full break-words text-muted">
                {revision.annotation}
              </q>
            )}
          </li>
        ))}
        {activate.error && <ErrorAlert error={activate.error} />}
      </ul>
      <RevisionComparison
        revisions={data}
        search={search}
        toComparable={toComparable}
        fieldLabels={getPartNames(data)}
      />
    </div>
  );
}

/** Returns the names of a revision's parts. Files have their paths. */
function getPartNames(revisions: readonly SkillRevision[]): Readonly<Record<string, string>> {
  const paths = revisions.flatMap(({ reference_docs, assets }) => Object.keys({ ...reference_docs, ...assets }));
  const files = paths.map((path) => [toFileKey(path), path] as const);
  const { requirements: capabilities, metadata: skill_metadata } = w.skills;
  return { instructions: INSTRUCTIONS_FILE, ...Object.fromEntries(files), capabilities, skill_metadata };
}

/** Returns the comparable parts of a revision: the text of text files, and type and size of other files. */
function toComparable({ instructions, reference_docs, assets, capabilities, skill_metadata }: SkillRevision): object {
  const textFiles = Object.entries(reference_docs);
  const binaryFiles = Object.entries(assets).map(([path, { media_type, size }]) => [
    path,
    w.skills.noText({ type: media_type, size: formatBytes(size) }),
  ]);
  const files = [...textFiles, ...binaryFiles].map(([path = '', text]) => [toFileKey(path), text]);
  return { instructions, ...Object.fromEntries(files), capabilities, skill_metadata };
}

/** The prefix distinguishes files from other parts. */
const toFileKey = (path: string): string => `file ${path}`;
