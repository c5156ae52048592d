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

/** What the runs of one revision came to; `null` of those whose revision is not known. */
type OfRevision = { readonly task_revision_id: string | null } | { readonly task_agent_revision_id: string | null };

const idOf = (row: OfRevision) => ('task_revision_id' in row ? row.task_revision_id : row.task_agent_revision_id);

interface Props<C> {
  readonly rows: readonly (C & OfRevision)[];
  readonly of: Pick<Subject, 'kind' | 'id'> | undefined;
  readonly columns: readonly Column<C>[];
}

/** What the runs of each revision came to, that with the most runs first, and with which model it ran. */
export function Revisions<C>({ rows, of, columns }: Props<C>) {
  const modelOf = useModels(of);
  if (rows.length === 0) return null;
  return (
    <Section title={w.reports.revisions}>
      <Table
        caption={w.reports.revisions}
        columns={[
          { header: w.reports.revision, render: (row) => <CopyableId id={idOf(row) ?? ''} /> },
          { header: w.reports.model, render: (row) => modelOf(idOf(row)) },
          ...columns,
        ]}
        rows={rows}
        getRowKey={(row) => idOf(row) ?? ''}
      />
    </Section>
  );
}

/** The models of revisions by their names; those of what is deleted are not told. */
function useModels(of: Props<never>['of']) {
  const scope = useScope();
  const id = of?.id ?? '';
  const ofTask = useQuery({ ...taskQuery(scope, id), enabled: of?.kind === 'task', retry: false }).data;
  const ofAgent = useQuery({ ...agentQuery(scope, id), enabled: of?.kind === 'task_agent', retry: false }).data;
  const names = useQuery(modelsQuery(scope)).data;
  const known: readonly { readonly id: string; readonly llm_model_id: string }[] =
    (of?.kind === 'task' ? ofTask : ofAgent)?.revisions ?? [];
  return (revisionId: string | null) => {
    const model = known.find((revision) => revision.id === revisionId)?.llm_model_id;
    return names?.find((each) => each.id === model)?.name ?? model ?? '–';
  };
}
