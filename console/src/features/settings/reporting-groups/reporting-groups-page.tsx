import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyableId } from '../../../ui/copyable.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Hash } from '../../../ui/icons.ts';
import { Loading } from '../../../ui/loading.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../settings-layout.tsx';
import { type ReportingGroup, reportingGroupsQuery } from './queries.ts';
import { DeleteReportingGroupDialog, ReportingGroupDialog } from './reporting-group-dialogs.tsx';

const route = getRouteApi('/in/settings/reporting-groups');

interface GroupAction {
  readonly type: 'change' | 'remove';
  readonly group: ReportingGroup;
}

/** Lists the reporting groups, by which reports divide task runs. */
export default function ReportingGroupsPage() {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(reportingGroupsQuery(useScope(), cursor));
  const canEdit = useHasPermission('project', 'edit');
  const [isCreating, setIsCreating] = useState(false);
  const [action, setAction] = useState<GroupAction>();
  const close = () => setAction(undefined);
  const createButton = data && canEdit && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {w.reports.makeGroup}
    </Button>
  );
  const isEmpty = data?.results.length === 0;
  return (
    <SettingsPage path="/settings/reporting-groups" title={w.reports.groupsTitle} acts={!isEmpty && createButton}>
      <p className="text-muted">{w.reports.groupsExplained}</p>
      {canEdit === false && <p className="text-muted">{w.reports.mayNot}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {isEmpty && (
        <EmptyState icon={Hash} title={w.reports.noGroups} action={createButton}>
          {w.reports.noGroupsHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table
          caption={w.reports.groupsTitle}
          columns={getColumns(canEdit === true, setAction)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {isCreating && <ReportingGroupDialog onClose={() => setIsCreating(false)} />}
      {action?.type === 'change' && <ReportingGroupDialog group={action.group} onClose={close} />}
      {action?.type === 'remove' && <DeleteReportingGroupDialog group={action.group} onClose={close} />}
    </SettingsPage>
  );
}

function getColumns(canEdit: boolean, onAction: (action: GroupAction) => void): readonly Column<ReportingGroup>[] {
  return [
    {
      header: w.reports.name,
      render: ({ id, name, description }) => (
        <span className="flex flex-col">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="break-words">{name}</span> <CopyableId id={id} />
          </span>
          {description && <span className="text-sm break-words text-muted">{description}</span>}
        </span>
      ),
    },
    { header: w.reports.changed, hidesOnMobile: true, render: ({ modified }) => <Time at={modified} /> },
    {
      header: w.reports.acts,
      alignsEnd: true,
      render: (group) =>
        canEdit && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button
              isSmall
              aria-label={w.reports.changeNamed({ name: group.name })}
              onClick={() => onAction({ type: 'change', group })}
            >
              {w.reports.change}
            </Button>
            <Button
              isSmall
              aria-label={w.ui.deleteNamed({ name: group.name })}
              onClick={() => onAction({ type: 'remove', group })}
            >
              {w.ui.delete}
            </Button>
          </span>
        ),
    },
  ];
}
