import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { agentQuery } from '../agents/queries.ts';
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
  const formatModel = useModelNames(subject);
  if (rows.length === 0) return null;
  return (
    <Section title={w.reports.revisions}>
      <Table
        caption={w.reports.revisions}
        columns={[
          { header: w.reports.revision, render: (row) => <CopyableId id={getRevisionId(row) ?? ''} /> },
          { header: w.reports.model, render: (row) => formatModel(getRevisionId(row)) },
          ...columns,
        ]}
        rows={rows}
        getRowKey={(row) => getRevisionId(row) ?? ''}
      />
    </Section>
  );
}

/** Returns a lookup of model names by revision. Deleted revisions have none. */
function useModelNames(subject: Props<never>['subject']) {
  const scope = useScope();
  const id = subject?.id ?? '';
  const taskDetails = useQuery({ ...taskQuery(scope, id), enabled: subject?.kind === 'task', retry: false }).data;
  const agentDetails = useQuery({
    ...agentQuery(scope, id),
    enabled: subject?.kind === 'task_agent',
    retry: false,
  }).data;
  const allModels = useQuery(modelsQuery(scope)).data;
  const revisions: readonly { readonly id: string; readonly llm_model_id: string }[] =
    (subject?.kind === 'task' ? taskDetails : agentDetails)?.revisions ?? [];
  return (revisionId: string | null) => {
    const model = revisions.find((revision) => revision.id === revisionId)?.llm_model_id;
    return allModels?.find((candidate) => candidate.id === model)?.name ?? model ?? '–';
  };
}
