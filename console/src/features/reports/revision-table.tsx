import { useQuery } from '@tanstack/react-query';
import { getRevisionName } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { agentQuery } from '../agents/agent-query.ts';
import { modelsQuery } from '../models/queries.ts';
import { taskQuery } from '../tasks/queries.ts';

/** Revision ID of a row. `null` stands for runs with an unknown revision. */
export type RevisionRow =
  | { readonly task_revision_id: string | null }
  | { readonly task_agent_revision_id: string | null };

const getRevisionId = (row: RevisionRow) =>
  'task_revision_id' in row ? row.task_revision_id : row.task_agent_revision_id;

interface Props<C> {
  readonly rows: readonly (C & RevisionRow)[];
  readonly subject: Pick<Subject, 'kind' | 'id'> | undefined;
  readonly columns: readonly Column<C>[];
}

/** Shows the totals of each revision and its model, sorted by number of runs. */
export function RevisionTable<C>({ rows, subject, columns }: Props<C>) {
  const revisions = useRevisions(subject);
  const models = useQuery(modelsQuery(useScope())).data;
  if (rows.length === 0) return null;
  const findRevision = (row: RevisionRow) => revisions.find(({ id }) => id === getRevisionId(row));
  const formatModel = (row: RevisionRow) => {
    const id = findRevision(row)?.llm_model_id;
    return models?.find((model) => model.id === id)?.name ?? id ?? '–';
  };
  return (
    <Section title={w.reports.revisions}>
      <Table
        caption={w.reports.revisions}
        columns={[
          {
            header: w.reports.revision,
            render: (row) => {
              const revision = findRevision(row);
              return revision ? getRevisionName(revision, revisions) : <CopyableId id={getRevisionId(row) ?? ''} />;
            },
          },
          { header: w.reports.model, render: formatModel },
          ...columns,
        ]}
        rows={rows}
        getRowKey={(row) => getRevisionId(row) ?? ''}
      />
    </Section>
  );
}

interface Revision {
  readonly id: string;
  readonly llm_model_id: string;
}

/** Returns the revisions of a task or an agent, newest first. Deleted ones and those of tests are missing. */
function useRevisions(subject: Props<never>['subject']): readonly Revision[] {
  const scope = useScope();
  const id = subject?.id ?? '';
  const taskDetails = useQuery({ ...taskQuery(scope, id), enabled: subject?.kind === 'task', retry: false }).data;
  const agentDetails = useQuery({
    ...agentQuery(scope, id),
    enabled: subject?.kind === 'task_agent',
    retry: false,
  }).data;
  return (subject?.kind === 'task' ? taskDetails : agentDetails)?.revisions ?? [];
}
