import { useQuery } from '@tanstack/react-query';
import type { HeldPermissions } from '../../lib/iam.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { formatRole } from '../../lib/roles.ts';
import type { Securable } from '../../lib/securable.ts';
import { useScope } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { type Member, rightsAt } from './queries.ts';
import { type AnyRight, RIGHTS, type Thing } from './rights.ts';

interface Props {
  readonly on: Thing;
  readonly member: Member;
  readonly onClose: () => void;
}

/** What a member may with something, and the roles that it comes from, by the API's own answer. */
export function Why({ on, member, onClose }: Props) {
  const { org_id, project_id } = useScope();
  const seesAbove = useHasPermission('organization', 'view_members');
  const isPlace = on.type === 'organization' || on.type === 'project';
  const here = isPlace ? ({ type: 'project', id: project_id } as const) : on;
  return (
    <Dialog title={w.people.whyTitle(member.name)} onClose={onClose} placement="side">
      <div className="flex flex-col gap-6">
        <p className="text-muted">{w.people.whyHint}</p>
        <RightsOn on={here} member={member.member} />
        {isPlace && seesAbove && <RightsOn on={{ type: 'organization', id: org_id }} member={member.member} />}
        {seesAbove === false && <p className="text-muted">{w.people.hiddenAbove}</p>}
      </div>
    </Dialog>
  );
}

function RightsOn({ on, member }: { readonly on: Securable; readonly member: string }) {
  const { data, error, refetch } = useQuery(rightsAt(useScope(), on, member));
  const title = w.people.on[on.type];
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={5} />}
      {data && <Table caption={title} columns={columns(data)} rows={RIGHTS[on.type]} getRowKey={({ name }) => name} />}
    </section>
  );
}

function columns(held: HeldPermissions): readonly Column<AnyRight>[] {
  return [
    { header: w.people.right, render: ({ name }) => w.people.rights[name] },
    {
      header: w.people.because,
      render: ({ name, least }) => {
        const yes = held.permissions.includes(name);
        return (
          <span className="flex flex-wrap items-center gap-2">
            <StatusBadge tone={yes ? 'good' : 'quiet'}>{yes ? w.people.yes : w.people.no}</StatusBadge>
            {yes ? sayWhy(held, name) : w.people.takes(formatRole(least))}
          </span>
        );
      },
    },
  ];
}

type Source = NonNullable<HeldPermissions['sources']>[number];

function sayWhy({ sources = [] }: HeldPermissions, right: string): string {
  const carrying = sources.filter(({ permissions }) => permissions.includes(right));
  return carrying.map(saySource).join('; ') || w.people.byOther;
}

const BY_ROLE: Readonly<Record<string, (role: string) => string>> = {
  organization: (role) => w.people.byRoleInOrg(role),
  project: (role) => w.people.byRoleHere(role),
};

function saySource({ role, resource_type, through }: Source): string {
  const why = (BY_ROLE[resource_type] ?? w.people.byRoleOn)(formatRole(role));
  return through === null ? why : w.people.through(why, through.name);
}
