import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { formatRoles } from '../../lib/roles.ts';
import type { SecurableType } from '../../lib/securable.ts';
import { useCurrentUser, useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Users } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { ChangeRoleDialog } from './change-role-dialog.tsx';
import { MemberPermissionsDialog } from './member-permissions-dialog.tsx';
import { isPrivileged, type NamedResource } from './permissions.ts';
import { permissionsQuery } from './queries.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { type RoleHolder, useRoleHolders } from './use-role-holders.ts';

interface MemberAction {
  readonly type: 'why' | 'change' | 'remove';
  readonly holder: RoleHolder;
}

/** What the user may change about the roles on a resource. */
export interface MemberPermissions {
  readonly canEdit: boolean;
  /** Whether the user may grant and revoke the roles owner and editor. */
  readonly canEditPrivileged: boolean;
}

/** Lists who holds a role on a resource, where each role comes from, and the actions of the user. */
export function MemberList({ resource }: { readonly resource: NamedResource }) {
  const query = useQuery(permissionsQuery(useScope(), resource));
  const permissions = query.data?.permissions;
  const canView = permissions?.includes('view_members');
  const { rows, error, refetch, hasHiddenMembers, loadMore, isLoadingMore } = useRoleHolders(
    resource,
    canView === true,
  );
  const [action, setAction] = useState<MemberAction>();
  const [isAdding, setIsAdding] = useState(false);
  const memberPermissions: MemberPermissions = {
    canEdit: permissions?.includes('edit_members') === true,
    canEditPrivileged: permissions?.includes('edit_privileged_members') === true,
  };
  const loadError = query.error ?? error;
  const retry = () => void (query.error ? query.refetch() : refetch());
  return (
    <section aria-label={w.people.on[resource.type]} className="flex min-w-0 flex-col gap-3">
      {permissions && !memberPermissions.canEdit && <p className="text-muted">{w.people.cannotChange}</p>}
      {memberPermissions.canEdit && !memberPermissions.canEditPrivileged && (
        <p className="text-muted">{w.people.viewersOnly}</p>
      )}
      {memberPermissions.canEdit && (
        <div>
          <Button variant="primary" onClick={() => setIsAdding(true)}>
            {w.people.add}
          </Button>
        </div>
      )}
      {loadError && <ErrorAlert error={loadError} permissionHint={w.people.membersRoles} onRetry={retry} />}
      {canView === false && <p className="text-muted">{w.people.membersRoles}</p>}
      {!rows && !loadError && canView !== false && <Loading lineCount={5} />}
      {rows?.length === 0 && (
        <EmptyState icon={Users} title={w.people.none}>
          {w.people.noneHint}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <HolderTable resource={resource} rows={rows} memberPermissions={memberPermissions} onAction={setAction} />
      )}
      {loadMore && (
        <div>
          <Button isPending={isLoadingMore} onClick={loadMore}>
            {w.people.more}
          </Button>
        </div>
      )}
      {canView && hasHiddenMembers && <p className="text-sm text-muted">{w.people.hiddenAbove}</p>}
      {isAdding && (
        <AddMemberDialog resource={resource} permissions={memberPermissions} onClose={() => setIsAdding(false)} />
      )}
      {action && (
        <MemberActionDialog
          resource={resource}
          action={action}
          memberPermissions={memberPermissions}
          onClose={() => setAction(undefined)}
        />
      )}
    </section>
  );
}

interface MemberActionDialogProps {
  readonly resource: NamedResource;
  readonly action: MemberAction;
  readonly memberPermissions: MemberPermissions;
  readonly onClose: () => void;
}

function MemberActionDialog({
  resource,
  action: { type, holder },
  memberPermissions,
  onClose,
}: MemberActionDialogProps) {
  const { member } = holder;
  if (type === 'why') return <MemberPermissionsDialog resource={resource} member={member} onClose={onClose} />;
  if (type === 'change')
    return <ChangeRoleDialog resource={resource} member={member} permissions={memberPermissions} onClose={onClose} />;
  return <RemoveMemberDialog resource={resource} member={member} onClose={onClose} />;
}

interface HolderTableProps {
  readonly resource: NamedResource;
  readonly rows: readonly RoleHolder[];
  readonly memberPermissions: MemberPermissions;
  readonly onAction: (action: MemberAction) => void;
}

function HolderTable({ resource, rows, memberPermissions, onAction }: HolderTableProps) {
  const ownSubject = useCurrentUser()?.subject;
  const columns: readonly Column<RoleHolder>[] = [
    {
      header: w.people.nameAndRoles,
      render: ({ member, heldRoles }) => (
        <span className="flex items-center gap-3">
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-subtle text-sm font-semibold text-accent"
          >
            {[...member.name][0]?.toUpperCase()}
          </span>
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
            <span className="flex min-w-0 flex-1 basis-48 flex-col">
              <MemberName member={member} isSelf={member.member === ownSubject} />
            </span>
            <span className="flex min-w-0 flex-1 basis-48 flex-col">
              <RoleList resource={resource} heldRoles={heldRoles} />
            </span>
          </span>
        </span>
      ),
    },
    {
      header: w.people.actions,
      alignsEnd: true,
      render: (holder) => (
        <MemberActions
          holder={holder}
          canChange={canChangeRoles(resource, holder, memberPermissions, ownSubject)}
          onAction={onAction}
        />
      ),
    },
  ];
  return (
    <Table caption={w.people.title} columns={columns} rows={rows} getRowKey={({ member: { member } }) => member} />
  );
}

/**
 * Returns whether the user may change the roles granted on the resource itself. Only owners change owners and editors,
 * but users can change their own role.
 */
function canChangeRoles(
  { type }: NamedResource,
  { member, heldRoles }: RoleHolder,
  memberPermissions: MemberPermissions,
  ownSubject: string | undefined,
): boolean {
  const directRoles = heldRoles.find(({ level }) => level === type)?.roles;
  if (directRoles === undefined || !memberPermissions.canEdit) return false;
  return memberPermissions.canEditPrivileged || member.member === ownSubject || !isPrivileged(directRoles);
}

function MemberName({
  member: { member, name, total_subjects },
  isSelf,
}: {
  member: RoleHolder['member'];
  isSelf: boolean;
}) {
  const kind = member.slice(0, member.indexOf(':')) as keyof typeof w.people.groups;
  return (
    <>
      <span className="font-medium break-words">
        {name} {isSelf && <span className="font-normal text-muted">({w.people.you})</span>}
      </span>
      {kind !== 'user' && (
        <span className="text-sm text-muted">
          {w.people.groupMembers({ kind: w.people.groups[kind], count: formatNumber(total_subjects) })}
        </span>
      )}
    </>
  );
}

function RoleList({ resource, heldRoles }: Pick<RoleHolder, 'heldRoles'> & { readonly resource: NamedResource }) {
  return (
    <>
      {heldRoles.map(({ roles, level }) => (
        <span key={level}>
          {formatRoles(roles)} <span className="text-sm text-muted">{formatRoleSource(resource, level)}</span>
        </span>
      ))}
    </>
  );
}

function formatRoleSource({ type }: NamedResource, level: SecurableType): string {
  if (level === type) return w.people.assignedDirectly;
  return level === 'organization' ? w.people.fromOrg : w.people.fromProject;
}

interface MemberActionsProps extends Pick<HolderTableProps, 'onAction'> {
  readonly holder: RoleHolder;
  readonly canChange: boolean;
}

function MemberActions({ holder, canChange, onAction }: MemberActionsProps) {
  const { name } = holder.member;
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <Button
        isSmall
        variant="quiet"
        aria-label={w.people.viewPermissionsNamed({ name })}
        onClick={() => onAction({ type: 'why', holder })}
      >
        {w.people.viewPermissions}
      </Button>
      {canChange && (
        <>
          <Button
            isSmall
            aria-label={w.people.changeNamed({ name })}
            onClick={() => onAction({ type: 'change', holder })}
          >
            {w.people.change}
          </Button>
          <Button
            isSmall
            aria-label={w.people.removeNamed({ name })}
            onClick={() => onAction({ type: 'remove', holder })}
          >
            {w.people.remove}
          </Button>
        </>
      )}
    </span>
  );
}
