import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../lib/rights.ts';
import { sayRole } from '../../lib/role-words.ts';
import { useScope } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Status } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { type Member, rightsAt, rolesAt } from './queries.ts';
import { carriers, type HeldRole, type Place, RIGHTS, type Right } from './rights.ts';

interface Props {
  readonly of: Member;
  readonly onClose: () => void;
}

/** What a member may, by the API's own answer, and the roles that it comes from. */
export function Why({ of, onClose }: Props) {
  const seesAbove = useMay('organization', 'view_members');
  return (
    <Dialog title={w.people.whyTitle(of.name)} onClose={onClose} place="side">
      <div className="flex flex-col gap-6">
        <p className="text-quiet">{w.people.whyHint}</p>
        {seesAbove !== undefined && <RightsAt at="project" member={of.member} seesAbove={seesAbove} />}
        {seesAbove && <RightsAt at="organization" member={of.member} seesAbove />}
        {seesAbove === false && <p className="text-quiet">{w.people.whyOfOrg}</p>}
      </div>
    </Dialog>
  );
}

interface RightsProps {
  readonly at: Place;
  readonly member: string;
  /** Whether who looks may see the roles in the organization. */
  readonly seesAbove: boolean;
}

function RightsAt({ at, member, seesAbove }: RightsProps) {
  const scope = useScope();
  const rights = useQuery(rightsAt(scope, at, member));
  const above = useQuery({ ...rolesAt(scope, 'organization', member), enabled: seesAbove });
  const here = useQuery({ ...rolesAt(scope, 'project', member), enabled: at === 'project' });
  const error = rights.error ?? above.error ?? here.error;
  const title = at === 'project' ? w.people.here : w.people.inOrg;
  const known = rights.data && (above.data || !seesAbove) && (at === 'organization' || here.data);
  const held: readonly HeldRole[] = [
    ...(above.data ?? []).map((role) => ({ role, at: 'organization' as const })),
    ...(at === 'project' ? (here.data ?? []) : []).map((role) => ({ role, at: 'project' as const })),
  ];
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {error && <Failed error={error} />}
      {!known && !error && <Loading lines={5} />}
      {known && (
        <Table
          caption={title}
          columns={columns(rights.data ?? [], held)}
          rows={RIGHTS[at]}
          keyOf={({ name }) => name}
        />
      )}
    </section>
  );
}

function columns(
  rights: readonly string[],
  held: readonly HeldRole[],
): readonly Column<Right & { readonly name: keyof typeof w.people.rights }>[] {
  return [
    { name: w.people.right, show: ({ name }) => w.people.rights[name] },
    {
      name: w.people.because,
      show: (right) =>
        rights.includes(right.name) ? (
          <span className="flex flex-wrap items-center gap-2">
            <Status tone="good">{w.people.yes}</Status>
            {sayWhy(carriers(right, held))}
          </span>
        ) : (
          <span className="flex flex-wrap items-center gap-2">
            <Status tone="quiet">{w.people.no}</Status>
            {w.people.takes(sayRole(right.least))}
          </span>
        ),
    },
  ];
}

function sayWhy(roles: readonly HeldRole[]): string {
  if (roles.length === 0) return w.people.byOther;
  return roles
    .map(({ role, at }) =>
      at === 'project' ? w.people.byRoleHere(sayRole(role)) : w.people.byRoleInOrg(sayRole(role)),
    )
    .join('; ');
}
