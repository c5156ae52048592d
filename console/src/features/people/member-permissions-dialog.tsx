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
import { type AnyPermissionInfo, type NamedResource, PERMISSIONS } from './permissions.ts';
import { type Member, permissionsQuery } from './queries.ts';

interface Props {
  readonly resource: NamedResource;
  readonly member: Member;
  readonly onClose: () => void;
}

/** Explains which permissions a member holds on a resource, and which roles grant them. */
export function MemberPermissionsDialog({ resource, member, onClose }: Props) {
  const { org_id, project_id } = useScope();
  const canViewOrg = useHasPermission('organization', 'view_members');
  const isScope = resource.type === 'organization' || resource.type === 'project';
  const ownResource = isScope ? ({ type: 'project', id: project_id } as const) : resource;
  return (
    <Dialog title={w.people.permissionsTitle({ name: member.name })} onClose={onClose} placement="side">
      <div className="flex flex-col gap-6">
        <p className="text-muted">{w.people.permissionsHint}</p>
        <PermissionTable resource={ownResource} member={member.member} />
        {isScope && canViewOrg && (
          <PermissionTable resource={{ type: 'organization', id: org_id }} member={member.member} />
        )}
        {canViewOrg === false && <p className="text-muted">{w.people.hiddenAbove}</p>}
      </div>
    </Dialog>
  );
}

function PermissionTable({ resource, member }: { readonly resource: Securable; readonly member: string }) {
  const { data, error, refetch } = useQuery(permissionsQuery(useScope(), resource, member));
  const title = w.people.on[resource.type];
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={5} />}
      {data && (
        <Table
          caption={title}
          columns={getColumns(data)}
          rows={PERMISSIONS[resource.type]}
          getRowKey={({ name }) => name}
        />
      )}
    </section>
  );
}

function getColumns(heldPermissions: HeldPermissions): readonly Column<AnyPermissionInfo>[] {
  return [
    { header: w.people.right, render: ({ name }) => w.people.rights[name] },
    {
      header: w.people.because,
      render: ({ name, minRole }) => {
        const isGranted = heldPermissions.permissions.includes(name);
        return (
          <span className="flex flex-wrap items-center gap-2">
            <StatusBadge tone={isGranted ? 'good' : 'quiet'}>{isGranted ? w.people.yes : w.people.no}</StatusBadge>
            {isGranted ? formatSources(heldPermissions, name) : w.people.requiresRole({ role: formatRole(minRole) })}
          </span>
        );
      },
    },
  ];
}

type Source = NonNullable<HeldPermissions['sources']>[number];

function formatSources({ sources = [] }: HeldPermissions, permission: string): string {
  const grantingSources = sources.filter(({ permissions }) => permissions.includes(permission));
  return grantingSources.map(formatSource).join('; ') || w.people.byOther;
}

function formatRoleSource(role: string, resourceType: string): string {
  if (resourceType === 'organization') return w.people.byRoleInOrg({ role });
  return resourceType === 'project' ? w.people.byRoleHere({ role }) : w.people.byRoleOn({ role });
}

function formatSource({ role, resource_type, through }: Source): string {
  const reason = formatRoleSource(formatRole(role), resource_type);
  return through === null ? reason : w.people.through({ why: reason, group: through.name });
}
