import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { places } from '../../../lib/places.ts';
import { queries } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Failed, tellFailure } from '../../../ui/failed.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { RepeatName } from '../../../ui/repeat-name.tsx';
import { Section } from '../../../ui/section.tsx';
import { Status } from '../../../ui/status.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { organizations } from './queries.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly open: boolean;
}

/** Organizations of the person, and those that they may join. Shared by the page of somebody who has no project yet. */
export function Organizations() {
  const own = useQuery(organizations('active'));
  const open = useQuery(organizations('joinable'));
  const error = own.error ?? open.error;
  const rows: Row[] = [
    ...(open.data?.results ?? []).map(({ id, name }) => ({ id, name, open: true })),
    ...(own.data?.results ?? []).map(({ id, name }) => ({ id, name, open: false })),
  ];
  const read = own.data && open.data;
  return (
    <Section title={w.account.organizations} hint={w.account.organizationsHint}>
      {error && <Failed error={error} onRetry={() => void Promise.all([own.refetch(), open.refetch()])} />}
      {!read && !error && <Loading lines={2} />}
      {read && rows.length === 0 && <Empty title={w.account.noOrganization}>{w.account.noOrganizationHint}</Empty>}
      {read && rows.length > 0 && (
        <Table
          caption={w.account.organizations}
          keyOf={({ id }) => id}
          rows={rows}
          columns={[
            { name: w.account.name, show: ({ name }) => <span className="break-words">{name}</span> },
            {
              name: w.account.state,
              show: (row) => (
                <Status tone={row.open ? 'info' : 'good'}>{row.open ? w.account.open : w.account.belong}</Status>
              ),
            },
            { name: w.account.acts, end: true, show: (row) => (row.open ? <Join of={row} /> : <Leave of={row} />) },
          ]}
        />
      )}
    </Section>
  );
}

function readPlacesAgain(): void {
  void queries.invalidateQueries({ queryKey: ['user', 'organization'] });
  void queries.invalidateQueries({ queryKey: places.queryKey });
  void queries.invalidateQueries({ queryKey: ['member', 'list'] });
}

/** Leaves an organization, once its name was typed. */
function Leave({ of: { id, name } }: { readonly of: Row }) {
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () => post('/api/v1/org/{org_id}/leave', { params: { path: { org_id: id } } }),
    onSuccess: () => {
      setAsking(false);
      toast(w.account.left(name));
      readPlacesAgain();
    },
  });
  return (
    <>
      <Button small look="danger" aria-label={w.account.leaveNamed(name)} onClick={() => setAsking(true)}>
        {w.account.leave}
      </Button>
      {asking && (
        <RepeatName
          title={w.account.leaveNamed(name)}
          name={name}
          act={w.account.leave}
          busy={leave.isPending}
          error={leave.error}
          onAct={() => leave.mutate()}
          onClose={() => setAsking(false)}
        >
          {w.account.leaveHint}
        </RepeatName>
      )}
    </>
  );
}

function Join({ of: { id, name } }: { readonly of: Row }) {
  const join = useMutation({
    mutationFn: () => post('/api/v1/org/{org_id}/join', { params: { path: { org_id: id } }, body: {} }),
    onSuccess: () => {
      toast(w.account.joined(name));
      readPlacesAgain();
    },
    onError: tellFailure,
  });
  return (
    <Button small busy={join.isPending} aria-label={w.account.joinNamed(name)} onClick={() => join.mutate()}>
      {w.account.join}
    </Button>
  );
}
