import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeScope } from '../../../../../src/identity/page-messages/scopes/describe.ts';
import { del } from '../../../lib/api.ts';
import { queries } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { type Grant, grants } from './queries.ts';

/** What the person let programs do in their name. */
export function Grants() {
  const { data, error, refetch } = useQuery(grants);
  const [going, setGoing] = useState<Grant>();
  return (
    <Section title={w.sessions.grants} hint={w.sessions.grantsHint}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={2} />}
      {data?.length === 0 && <Empty title={w.sessions.noGrants}>{w.sessions.noGrantsHint}</Empty>}
      {data && data.length > 0 && (
        <Table
          caption={w.sessions.grants}
          columns={columns(setGoing)}
          rows={data}
          keyOf={({ client_id }) => client_id}
        />
      )}
      {going && <Withdraw of={going} onClose={() => setGoing(undefined)} />}
    </Section>
  );
}

function columns(onWithdraw: (grant: Grant) => void): readonly Column<Grant>[] {
  return [
    {
      name: w.sessions.program,
      show: ({ client_name, project, organization }) => (
        <span className="flex flex-col">
          <span className="break-words">{client_name}</span>
          <span className="text-sm break-words text-quiet">{w.sessions.of(project, organization)}</span>
        </span>
      ),
    },
    { name: w.sessions.may, show: ({ scopes }) => <Scopes of={scopes} /> },
    { name: w.sessions.granted, wide: true, show: ({ granted }) => <Time at={granted} /> },
    {
      name: w.sessions.acts,
      end: true,
      show: (grant) => (
        <Button small aria-label={w.sessions.withdrawNamed(grant.client_name)} onClick={() => onWithdraw(grant)}>
          {w.sessions.withdraw}
        </Button>
      ),
    },
  ];
}

/** Most scopes that are shown at once. */
const FEW = 4;

/** What a program may do, in the words of the page that asked for consent. */
function Scopes({ of }: { readonly of: readonly string[] }) {
  const list = (
    <ul className="list-disc ps-4 text-sm">
      {of.map((scope) => (
        <li key={scope} title={scope} className="break-words">
          {describeScope(w.sessions.scopes, scope)}
        </li>
      ))}
    </ul>
  );
  if (of.length <= FEW) return list;
  return (
    <details>
      <summary className="cursor-pointer text-sm">{w.sessions.allScopes(of.length)}</summary>
      {list}
    </details>
  );
}

function Withdraw({ of: { client_id, client_name }, onClose }: { readonly of: Grant; readonly onClose: () => void }) {
  const withdraw = useMutation({
    mutationFn: () => del('/api/v1/user/grant/{client_id}', { params: { path: { client_id } } }),
    onSuccess: () => {
      toast(w.sessions.withdrawn(client_name));
      onClose();
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['user', 'grant'] }),
  });
  return (
    <Confirm
      title={w.sessions.withdrawNamed(client_name)}
      act={w.sessions.withdraw}
      busy={withdraw.isPending}
      error={withdraw.error}
      onAct={() => withdraw.mutate()}
      onClose={onClose}
    >
      {w.sessions.withdrawHint}
    </Confirm>
  );
}
