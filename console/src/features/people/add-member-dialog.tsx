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
import type { MemberPermissions } from './member-list.tsx';
import type { NamedResource, Role } from './permissions.ts';
import { RoleError } from './role-error.tsx';
import { getExcludedRoles, getRoleLabel, RoleField } from './role-field.tsx';

/** Option for entering a user ID, because the list omits hidden and older users. */
const BY_ID = 'id';

interface Props {
  readonly resource: NamedResource;
  readonly permissions: MemberPermissions;
  readonly onClose: () => void;
}

/** Grants a role to a user, or to all members of the organization or a project. */
export function AddMemberDialog({ resource, permissions, onClose }: Props) {
  const scope = useScope();
  const [selected, setSelected] = useState('');
  const [id, setId] = useState('');
  const [role, setRole] = useState<Role | ''>('viewer');
  const member = selected === BY_ID ? `user:${id.trim()}` : selected;
  const add = useMutation({
    mutationFn: () => changeRoles(scope, resource, member, { add: [role] }),
    onSuccess: ({ name }) => {
      showToast(w.people.added({ name }));
      void queryClient.invalidateQueries({ queryKey: ['member', 'list'] });
      onClose();
    },
  });
  return (
    <Dialog title={w.people.add} onClose={onClose}>
      <Form onSubmit={() => add.mutate()}>
        <MemberField resource={resource} value={selected} onChange={setSelected} />
        {selected === BY_ID && (
          <TextField
            label={w.people.id}
            hint={w.people.idHint}
            required
            autoComplete="off"
            spellCheck={false}
            value={id}
            onChange={(event) => setId(event.target.value)}
          />
        )}
        <RoleField
          label={getRoleLabel(resource.type)}
          resourceType={resource.type}
          value={role}
          onChange={setRole}
          excludedRoles={getExcludedRoles(permissions)}
        />
        <RoleError error={add.error} />
        <Button type="submit" variant="primary" isPending={add.isPending}>
          {w.people.add}
        </Button>
      </Form>
    </Dialog>
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
