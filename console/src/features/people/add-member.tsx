import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePeople } from '../../lib/members.ts';
import { places } from '../../lib/places.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { changeRoles } from './queries.ts';
import type { Role } from './rights.ts';
import { RoleField } from './role-field.tsx';

/** Gives somebody of the organization a role in the project, or everybody who holds one on it or on another project. */
export function AddMember({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const known = usePeople();
  const groups = useGroups();
  const [member, setMember] = useState('');
  const [role, setRole] = useState<Role | ''>('viewer');
  const add = useMutation({
    mutationFn: () => changeRoles(scope, 'project', member, { add: [role] }),
    onSuccess: ({ name }) => {
      toast(w.people.added(name));
      void queries.invalidateQueries({ queryKey: ['member', 'list'] });
      onClose();
    },
  });
  const error = add.error ?? known.error;
  return (
    <Dialog title={w.people.add} onClose={onClose}>
      <Form onSubmit={() => add.mutate()}>
        <SelectField
          label={w.people.person}
          hint={w.people.addHint}
          required
          value={member}
          onChange={(event) => setMember(event.target.value)}
        >
          <option value="">{w.people.choose}</option>
          {(known.data?.results ?? []).map((each) => (
            <option key={each.member} value={each.member}>
              {each.name}
            </option>
          ))}
          <optgroup label={w.people.everybody}>
            {groups.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </optgroup>
        </SelectField>
        <RoleField label={w.people.projectRole} at="project" value={role} onChange={setRole} />
        {error && <Failed error={error} />}
        <Button type="submit" look="primary" busy={add.isPending}>
          {w.people.add}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Whose members can be given a role together: the organization, and its other projects. */
function useGroups(): readonly (readonly [member: string, name: string])[] {
  const { org_id, project_id } = useScope();
  const place = useQuery(places).data?.find(({ org }) => org.id === org_id);
  if (!place) return [];
  const others = place.projects.filter(({ id }) => id !== project_id);
  return [
    [`organization:${org_id}`, w.people.everybodyOfOrg(place.org.name)],
    ...others.map(({ id, name }) => [`project:${id}`, w.people.everybodyOfProject(name)] as const),
  ];
}
