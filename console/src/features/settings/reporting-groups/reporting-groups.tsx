import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyableId } from '../../../ui/copyable.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../parts.tsx';
import { EditGroup, RemoveGroup } from './acts.tsx';
import { type ReportingGroup, reportingGroups } from './queries.ts';

const route = getRouteApi('/in/settings/reporting-groups');

interface Chosen {
  readonly act: 'change' | 'remove';
  readonly group: ReportingGroup;
}

/** Names by which runs of tasks are told apart in reports. */
export default function ReportingGroups() {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(reportingGroups(useScope(), cursor));
  const mayEdit = useHasPermission('project', 'edit');
  const [making, setMaking] = useState(false);
  const [chosen, setChosen] = useState<Chosen>();
  const close = () => setChosen(undefined);
  const make = data && mayEdit && (
    <Button variant="primary" onClick={() => setMaking(true)}>
      {w.reports.makeGroup}
    </Button>
  );
  return (
    <SettingsPage at="/settings/reporting-groups" title={w.reports.groupsTitle} acts={make}>
      <p className="text-muted">{w.reports.groupsExplained}</p>
      {mayEdit === false && <p className="text-muted">{w.reports.mayNot}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {data?.results.length === 0 && <EmptyState title={w.reports.noGroups}>{w.reports.noGroupsHint}</EmptyState>}
      {data && data.results.length > 0 && (
        <Table
          caption={w.reports.groupsTitle}
          columns={columns(mayEdit === true, setChosen)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {making && <EditGroup onClose={() => setMaking(false)} />}
      {chosen?.act === 'change' && <EditGroup of={chosen.group} onClose={close} />}
      {chosen?.act === 'remove' && <RemoveGroup of={chosen.group} onClose={close} />}
    </SettingsPage>
  );
}

function columns(mayEdit: boolean, onAct: (chosen: Chosen) => void): readonly Column<ReportingGroup>[] {
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
        mayEdit && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button
              isSmall
              aria-label={w.reports.changeNamed(group.name)}
              onClick={() => onAct({ act: 'change', group })}
            >
              {w.reports.change}
            </Button>
            <Button isSmall aria-label={w.ui.deleteNamed(group.name)} onClick={() => onAct({ act: 'remove', group })}>
              {w.ui.delete}
            </Button>
          </span>
        ),
    },
  ];
}
