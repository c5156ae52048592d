import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { formatRoles } from '../../lib/roles.ts';
import type { SecurableType } from '../../lib/securable.ts';
import { useCurrentUser, useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { AddMember } from './add-member.tsx';
import { ChangeRole } from './change-role.tsx';
import { type Holder, useHolders } from './holders.ts';
import { rightsAt } from './queries.ts';
import { RemoveMember } from './remove-member.tsx';
import { isPrivileged, type Thing } from './rights.ts';
import { Why } from './why.tsx';

interface Chosen {
  readonly act: 'why' | 'change' | 'remove';
  readonly holder: Holder;
}

/** What the person who looks may do about the roles on a thing. */
export interface Mays {
  readonly edit: boolean;
  /** Whether owners and editors are theirs to make. */
  readonly privileged: boolean;
}

/**
 * Who may what with a thing: who holds a role on it and from where, why, and what can be done about it. It stands on the page of
 * anything that roles are given on.
 */
export function Members({ of }: { readonly of: Thing }) {
  const rights = useQuery(rightsAt(useScope(), of));
  const held = rights.data?.permissions;
  const maySee = held?.includes('view_members');
  const { rows, error, refetch, hidden, more, busy } = useHolders(of, maySee === true);
  const [chosen, setChosen] = useState<Chosen>();
  const [adding, setAdding] = useState(false);
  const may: Mays = {
    edit: held?.includes('edit_members') === true,
    privileged: held?.includes('edit_privileged_members') === true,
  };
  const failed = rights.error ?? error;
  const again = () => void (rights.error ? rights.refetch() : refetch());
  return (
    <section aria-label={w.people.on[of.type]} className="flex min-w-0 flex-col gap-3">
      {held && !may.edit && <p className="text-muted">{w.people.mayNotChange}</p>}
      {may.edit && !may.privileged && <p className="text-muted">{w.people.viewersOnly}</p>}
      {may.edit && (
        <div>
          <Button variant="primary" onClick={() => setAdding(true)}>
            {w.people.add}
          </Button>
        </div>
      )}
      {failed && <ErrorAlert error={failed} permissionHint={w.people.membersRoles} onRetry={again} />}
      {maySee === false && <p className="text-muted">{w.people.membersRoles}</p>}
      {!rows && !failed && maySee !== false && <Loading lineCount={5} />}
      {rows?.length === 0 && <EmptyState title={w.people.none}>{w.people.noneHint}</EmptyState>}
      {rows && rows.length > 0 && <HolderTable of={of} rows={rows} may={may} onChoose={setChosen} />}
      {more && (
        <div>
          <Button isPending={busy} onClick={more}>
            {w.people.more}
          </Button>
        </div>
      )}
      {maySee && hidden && <p className="text-sm text-muted">{w.people.hiddenAbove}</p>}
      {adding && <AddMember to={of} may={may} onClose={() => setAdding(false)} />}
      {chosen && <Act of={of} chosen={chosen} may={may} onClose={() => setChosen(undefined)} />}
    </section>
  );
}

interface ActProps {
  readonly of: Thing;
  readonly chosen: Chosen;
  readonly may: Mays;
  readonly onClose: () => void;
}

function Act({ of, chosen: { act, holder }, may, onClose }: ActProps) {
  const { member } = holder;
  if (act === 'why') return <Why on={of} member={member} onClose={onClose} />;
  if (act === 'change') return <ChangeRole on={of} member={member} may={may} onClose={onClose} />;
  return <RemoveMember on={of} member={member} onClose={onClose} />;
}

interface TableProps {
  readonly of: Thing;
  readonly rows: readonly Holder[];
  readonly may: Mays;
  readonly onChoose: (chosen: Chosen) => void;
}

function HolderTable({ of, rows, may, onChoose }: TableProps) {
  const own = useCurrentUser()?.subject;
  const columns: readonly Column<Holder>[] = [
    {
      header: w.people.nameAndRoles,
      render: ({ member, held }) => (
        <span className="flex flex-col">
          <Name member={member} own={member.member === own} />
          <Roles of={of} held={held} />
        </span>
      ),
    },
    {
      header: w.people.acts,
      alignsEnd: true,
      render: (holder) => <Acts holder={holder} mayChange={mayChange(of, holder, may, own)} onChoose={onChoose} />,
    },
  ];
  return (
    <Table caption={w.people.title} columns={columns} rows={rows} getRowKey={({ member: { member } }) => member} />
  );
}

/** Whether the roles given on the thing itself can be changed: those of owners and editors by owners, and one's own. */
function mayChange({ type }: Thing, { member, held }: Holder, may: Mays, own: string | undefined): boolean {
  const direct = held.find(({ at }) => at === type)?.roles;
  if (direct === undefined || !may.edit) return false;
  return may.privileged || member.member === own || !isPrivileged(direct);
}

function Name({ member: { member, name, total_subjects }, own }: { member: Holder['member']; own: boolean }) {
  const kind = member.slice(0, member.indexOf(':')) as keyof typeof w.people.groups;
  return (
    <>
      <span className="break-words">
        {name} {own && <span className="text-muted">({w.people.you})</span>}
      </span>
      {kind !== 'user' && (
        <span className="text-sm text-muted">
          {w.people.everybodyOf(w.people.groups[kind], formatNumber(total_subjects))}
        </span>
      )}
    </>
  );
}

function Roles({ of, held }: Pick<Holder, 'held'> & { readonly of: Thing }) {
  return (
    <>
      {held.map(({ roles, at }) => (
        <span key={at}>
          {formatRoles(roles)} <span className="text-sm text-muted">{sayFrom(of, at)}</span>
        </span>
      ))}
    </>
  );
}

function sayFrom({ type }: Thing, at: SecurableType): string {
  if (at === type) return w.people.given;
  return at === 'organization' ? w.people.fromOrg : w.people.fromProject;
}

interface ActsProps extends Pick<TableProps, 'onChoose'> {
  readonly holder: Holder;
  readonly mayChange: boolean;
}

function Acts({ holder, mayChange: may, onChoose }: ActsProps) {
  const { name } = holder.member;
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <Button
        isSmall
        variant="quiet"
        aria-label={w.people.whyNamed(name)}
        onClick={() => onChoose({ act: 'why', holder })}
      >
        {w.people.why}
      </Button>
      {may && (
        <>
          <Button isSmall aria-label={w.people.changeNamed(name)} onClick={() => onChoose({ act: 'change', holder })}>
            {w.people.change}
          </Button>
          <Button isSmall aria-label={w.people.removeNamed(name)} onClick={() => onChoose({ act: 'remove', holder })}>
            {w.people.remove}
          </Button>
        </>
      )}
    </span>
  );
}
