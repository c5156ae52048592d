import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../lib/rights.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyId } from '../../../ui/copyable.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { type Column, Paging, Table } from '../../../ui/table.tsx';
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
  const mayEdit = useMay('project', 'edit');
  const [making, setMaking] = useState(false);
  const [chosen, setChosen] = useState<Chosen>();
  const close = () => setChosen(undefined);
  const make = data && mayEdit && (
    <Button look="primary" onClick={() => setMaking(true)}>
      {w.reports.makeGroup}
    </Button>
  );
  return (
    <SettingsPage at="/settings/reporting-groups" title={w.reports.groupsTitle} acts={make}>
      <p className="text-quiet">{w.reports.groupsExplained}</p>
      {mayEdit === false && <p className="text-quiet">{w.reports.mayNot}</p>}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={4} />}
      {data?.results.length === 0 && <Empty title={w.reports.noGroups}>{w.reports.noGroupsHint}</Empty>}
      {data && data.results.length > 0 && (
        <Table
          caption={w.reports.groupsTitle}
          columns={columns(mayEdit === true, setChosen)}
          rows={data.results}
          keyOf={({ id }) => id}
        />
      )}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
      {making && <EditGroup onClose={() => setMaking(false)} />}
      {chosen?.act === 'change' && <EditGroup of={chosen.group} onClose={close} />}
      {chosen?.act === 'remove' && <RemoveGroup of={chosen.group} onClose={close} />}
    </SettingsPage>
  );
}

function columns(mayEdit: boolean, onAct: (chosen: Chosen) => void): readonly Column<ReportingGroup>[] {
  return [
    {
      name: w.reports.name,
      show: ({ id, name, description }) => (
        <span className="flex flex-col">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="break-words">{name}</span> <CopyId id={id} />
          </span>
          {description && <span className="text-sm break-words text-quiet">{description}</span>}
        </span>
      ),
    },
    { name: w.reports.changed, wide: true, show: ({ modified }) => <Time at={modified} /> },
    {
      name: w.reports.acts,
      end: true,
      show: (group) =>
        mayEdit && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button
              small
              aria-label={w.reports.changeNamed(group.name)}
              onClick={() => onAct({ act: 'change', group })}
            >
              {w.reports.change}
            </Button>
            <Button small aria-label={w.ui.deleteNamed(group.name)} onClick={() => onAct({ act: 'remove', group })}>
              {w.ui.delete}
            </Button>
          </span>
        ),
    },
  ];
}
