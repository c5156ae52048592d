import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { sayNumber } from '../../lib/numbers.ts';
import { useMay } from '../../lib/rights.ts';
import { sayRoles } from '../../lib/role-words.ts';
import { usePerson, useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { type Column, Paging, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { AddMember } from './add-member.tsx';
import { ChangeRole } from './change-role.tsx';
import { type Member, members, rightsAt } from './queries.ts';
import { RemoveMember } from './remove-member.tsx';
import type { Place } from './rights.ts';
import { Why } from './why.tsx';

const route = getRouteApi('/in/people');

interface Chosen {
  readonly act: 'why' | 'change' | 'remove';
  readonly member: Member;
}

/** Who holds a role at a place, and what can be done about it. */
export function Members({ at }: { readonly at: Place }) {
  const scope = useScope();
  const { cursor } = route.useSearch();
  const maySee = useMay(at, 'view_members');
  const { data, error, refetch } = useQuery({ ...members(scope, at, cursor), enabled: maySee === true });
  const rights = useQuery({ ...rightsAt(scope, at), enabled: maySee === true }).data;
  const [chosen, setChosen] = useState<Chosen>();
  const [adding, setAdding] = useState(false);
  const mayEdit = rights?.includes('edit_members') === true;
  return (
    <section aria-label={at === 'project' ? w.people.ofProject : w.people.ofOrg} className="flex flex-col gap-3">
      {rights && !mayEdit && <p className="text-quiet">{w.people.mayNotChange}</p>}
      {mayEdit && at === 'project' && (
        <div>
          <Button look="primary" onClick={() => setAdding(true)}>
            {w.people.add}
          </Button>
        </div>
      )}
      {error && <Failed error={error} needs={w.people.membersRoles} onRetry={() => void refetch()} />}
      {maySee === false && <p className="text-quiet">{w.people.membersRoles}</p>}
      {!data && !error && maySee !== false && <Loading lines={5} />}
      {data?.results.length === 0 && <Empty title={w.people.none}>{w.people.noneHint}</Empty>}
      {data && data.results.length > 0 && <MemberTable rows={data.results} mayEdit={mayEdit} onChoose={setChosen} />}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
      {adding && <AddMember onClose={() => setAdding(false)} />}
      {chosen && <Act at={at} chosen={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  );
}

interface ActProps {
  readonly at: Place;
  readonly chosen: Chosen;
  readonly onClose: () => void;
}

function Act({ at, chosen: { act, member }, onClose }: ActProps) {
  if (act === 'why') return <Why of={member} onClose={onClose} />;
  if (act === 'change') return <ChangeRole at={at} of={member} onClose={onClose} />;
  return <RemoveMember at={at} of={member} onClose={onClose} />;
}

interface TableProps {
  readonly rows: readonly Member[];
  readonly mayEdit: boolean;
  readonly onChoose: (chosen: Chosen) => void;
}

function MemberTable({ rows, mayEdit, onChoose }: TableProps) {
  const own = usePerson()?.subject;
  const columns: readonly Column<Member>[] = [
    { name: w.people.name, show: (member) => <Name member={member} own={member.member === own} /> },
    { name: w.people.roles, show: ({ roles }) => sayRoles(roles) },
    {
      name: w.people.acts,
      end: true,
      show: (member) => <Acts member={member} mayEdit={mayEdit} onChoose={onChoose} />,
    },
  ];
  return <Table caption={w.people.title} columns={columns} rows={rows} keyOf={({ member }) => member} />;
}

function Name({ member: { member, name, total_subjects }, own }: { readonly member: Member; readonly own: boolean }) {
  const kind = member.slice(0, member.indexOf(':')) as keyof typeof w.people.groups;
  return (
    <span className="flex flex-col">
      <span className="break-words">
        {name} {own && <span className="text-quiet">({w.people.you})</span>}
      </span>
      {kind !== 'user' && (
        <span className="text-sm text-quiet">
          {w.people.everybodyOf(w.people.groups[kind], sayNumber(total_subjects))}
        </span>
      )}
    </span>
  );
}

interface ActsProps extends Omit<TableProps, 'rows'> {
  readonly member: Member;
}

function Acts({ member, mayEdit, onChoose }: ActsProps) {
  const { name } = member;
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <Button small look="quiet" aria-label={w.people.whyNamed(name)} onClick={() => onChoose({ act: 'why', member })}>
        {w.people.why}
      </Button>
      {mayEdit && (
        <>
          <Button small aria-label={w.people.changeNamed(name)} onClick={() => onChoose({ act: 'change', member })}>
            {w.people.change}
          </Button>
          <Button small aria-label={w.people.removeNamed(name)} onClick={() => onChoose({ act: 'remove', member })}>
            {w.people.remove}
          </Button>
        </>
      )}
    </span>
  );
}
