import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeRoles } from '../../lib/iam.ts';
import { usePeople } from '../../lib/members.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { visibleProjectsQuery } from '../../lib/visible-projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { InviteDialog } from './invite-dialog.tsx';
import type { MemberPermissions } from './member-list.tsx';
import type { NamedResource, Role } from './permissions.ts';
import { RoleError } from './role-error.tsx';
import { getExcludedRoles, getRoleLabel, RoleField } from './role-field.tsx';
import { useCanInvite } from './use-can-invite.ts';

/** Option for entering a user ID, because the list omits hidden and older users. */
const BY_ID = 'id';
/** Option for a user who is not in the organization yet. */
const BY_EMAIL = 'email';

interface Props {
  readonly resource: NamedResource;
  readonly permissions: MemberPermissions;
  readonly onClose: () => void;
}

/** Grants a role to a user, or to all members of the organization or a project. An email address leads to an invite. */
export function AddMemberDialog({ resource, permissions, onClose }: Props) {
  const [selected, setSelected] = useState('');
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<Role | ''>('viewer');
  const [isInviting, setIsInviting] = useState(false);
  const add = useAddMember(resource, onClose);
  if (isInviting) return <InviteDialog initialEmail={typed} onClose={onClose} />;
  const isByEmail = selected === BY_EMAIL;
  const member = selected === BY_ID ? `user:${typed.trim()}` : selected;
  const selectMember = (value: string) => {
    setSelected(value);
    setTyped('');
  };
  return (
    <Dialog title={w.people.add} onClose={onClose}>
      <Form onSubmit={() => (isByEmail ? setIsInviting(true) : add.mutate({ member, role }))}>
        <MemberField resource={resource} value={selected} onChange={selectMember} />
        {(isByEmail || selected === BY_ID) && <TypedField isEmail={isByEmail} value={typed} onChange={setTyped} />}
        {!isByEmail && (
          <RoleField
            label={getRoleLabel(resource.type)}
            resourceType={resource.type}
            value={role}
            onChange={setRole}
            excludedRoles={getExcludedRoles(permissions)}
          />
        )}
        <RoleError error={add.error} />
        <Button type="submit" variant="primary" isPending={add.isPending}>
          {isByEmail ? w.people.inviteByEmail : w.people.add}
        </Button>
      </Form>
    </Dialog>
  );
}

function useAddMember(resource: NamedResource, onClose: () => void) {
  const scope = useScope();
  return useMutation({
    mutationFn: ({ member, role }: { readonly member: string; readonly role: Role | '' }) =>
      changeRoles(scope, resource, member, { add: [role] }),
    onSuccess: ({ name }) => {
      showToast(w.people.added({ name }));
      void queryClient.invalidateQueries({ queryKey: ['member', 'list'] });
      onClose();
    },
  });
}

interface TypedFieldProps {
  /** Whether the text is an email address. Otherwise it is a user ID. */
  readonly isEmail: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function TypedField({ isEmail, value, onChange }: TypedFieldProps) {
  return (
    <TextField
      label={isEmail ? w.people.email : w.people.id}
      hint={isEmail ? w.people.byEmailHint : w.people.idHint}
      type={isEmail ? 'email' : 'text'}
      required
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface MemberFieldProps {
  readonly resource: NamedResource;
  readonly value: string;
  readonly onChange: (member: string) => void;
}

function MemberField({ resource, value, onChange }: MemberFieldProps) {
  const users = usePeople();
  const groups = useGroups(resource);
  const canInvite = useCanInvite();
  return (
    <>
      <SelectField
        label={w.people.person}
        hint={resource.type === 'project' ? w.people.addHint : undefined}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{w.people.choose}</option>
        {(users.data ?? []).map((user) => (
          <option key={user.member} value={user.member}>
            {user.name}
          </option>
        ))}
        {canInvite && <option value={BY_EMAIL}>{w.people.byEmail}</option>}
        <option value={BY_ID}>{w.people.byId}</option>
        {groups.length > 0 && (
          <optgroup label={w.people.everybody}>
            {groups.map(([group, name]) => (
              <option key={group} value={group}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </SelectField>
      {users.error && <ErrorAlert error={users.error} onRetry={() => void users.refetch()} />}
    </>
  );
}

/** Returns the groups that can be granted a role: the organization and its projects, except the resource itself. */
function useGroups(resource: NamedResource): readonly (readonly [member: string, name: string])[] {
  const { org_id } = useScope();
  const organizationScope = useQuery(visibleProjectsQuery).data?.find(({ org }) => org.id === org_id);
  if (!organizationScope) return [];
  const organization = [
    `organization:${org_id}`,
    w.people.everybodyOfOrg({ name: organizationScope.org.name }),
  ] as const;
  const projects = organizationScope.projects.map(
    ({ id, name }) => [`project:${id}`, w.people.everybodyOfProject({ name })] as const,
  );
  return [organization, ...projects].filter(([member]) => member !== `${resource.type}:${resource.id}`);
}
