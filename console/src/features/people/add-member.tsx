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
import type { Mays } from './members.tsx';
import { RefusedRole } from './refused-role.tsx';
import type { Role, Thing } from './rights.ts';
import { RoleField, roleLabel, withoutPrivileged } from './role-field.tsx';

/** Chosen in place of a name where somebody is named by id: the list has the newest people, and none for whom it is hidden. */
const BY_ID = 'id';

interface Props {
  readonly to: Thing;
  readonly may: Mays;
  readonly onClose: () => void;
}

/** Gives somebody a role on something, or everybody who holds one on the organization or on a project. */
export function AddMember({ to, may, onClose }: Props) {
  const scope = useScope();
  const [chosen, setChosen] = useState('');
  const [id, setId] = useState('');
  const [role, setRole] = useState<Role | ''>('viewer');
  const member = chosen === BY_ID ? `user:${id.trim()}` : chosen;
  const add = useMutation({
    mutationFn: () => changeRoles(scope, to, member, { add: [role] }),
    onSuccess: ({ name }) => {
      showToast(w.people.added(name));
      void queryClient.invalidateQueries({ queryKey: ['member', 'list'] });
      onClose();
    },
  });
  return (
    <Dialog title={w.people.add} onClose={onClose}>
      <Form onSubmit={() => add.mutate()}>
        <PersonField to={to} value={chosen} onChange={setChosen} />
        {chosen === BY_ID && (
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
          label={roleLabel(to.type)}
          on={to.type}
          value={role}
          onChange={setRole}
          without={withoutPrivileged(may)}
        />
        <RefusedRole error={add.error} />
        <Button type="submit" variant="primary" isPending={add.isPending}>
          {w.people.add}
        </Button>
      </Form>
    </Dialog>
  );
}

interface PersonProps {
  readonly to: Thing;
  readonly value: string;
  readonly onChange: (member: string) => void;
}

function PersonField({ to, value, onChange }: PersonProps) {
  const known = usePeople();
  const groups = useGroups(to);
  return (
    <>
      <SelectField
        label={w.people.person}
        hint={to.type === 'project' ? w.people.addHint : undefined}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{w.people.choose}</option>
        {(known.data ?? []).map((each) => (
          <option key={each.member} value={each.member}>
            {each.name}
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
      {known.error && <ErrorAlert error={known.error} onRetry={() => void known.refetch()} />}
    </>
  );
}

/** Whose members can be given a role together: the organization, and its projects, all but the thing itself. */
function useGroups(to: Thing): readonly (readonly [member: string, name: string])[] {
  const { org_id } = useScope();
  const place = useQuery(visibleProjectsQuery).data?.find(({ org }) => org.id === org_id);
  if (!place) return [];
  const organization = [`organization:${org_id}`, w.people.everybodyOfOrg(place.org.name)] as const;
  const projects = place.projects.map(({ id, name }) => [`project:${id}`, w.people.everybodyOfProject(name)] as const);
  return [organization, ...projects].filter(([member]) => member !== `${to.type}:${to.id}`);
}
