import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { Role } from './permissions.ts';
import { RoleField } from './role-field.tsx';

interface Props {
  /** Address that the form starts with. */
  readonly initialEmail?: string;
  readonly onClose: () => void;
}

/** Invites a user by email and grants roles on acceptance. */
export function InviteDialog({ initialEmail = '', onClose }: Props) {
  const { org_id, project_id } = useScope();
  const [email, setEmail] = useState(initialEmail);
  const [orgRole, setOrgRole] = useState<Role | ''>('member');
  const [projectRole, setProjectRole] = useState<Role | ''>('');
  const invite = useMutation({
    mutationFn: () => {
      const projectRoles = projectRole === '' ? {} : { project_roles: { [project_id]: [projectRole] } };
      const body = { email_address: email, roles: [orgRole], ...projectRoles };
      return post('/api/v1/org/{org_id}/invite', { params: { path: { org_id } }, body });
    },
    onSuccess: ({ email_address, mail_delivery }) => {
      showToast(w.people.sent[mail_delivery]({ address: email_address }));
      void queryClient.invalidateQueries({ queryKey: ['invite', 'list'] });
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.people.invite}
      mutation={invite}
      submitLabel={w.people.send}
      fieldPaths={['email_address']}
      onClose={onClose}
    >
      <TextField
        label={w.people.email}
        path="email_address"
        error={invite.error}
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {/* No role permits inviting an owner. */}
      <RoleField
        label={w.people.orgRole}
        resourceType="organization"
        value={orgRole}
        onChange={setOrgRole}
        excludedRoles={['owner']}
      />
      <RoleField
        label={w.people.projectRole}
        resourceType="project"
        value={projectRole}
        onChange={setProjectRole}
        noneLabel={w.people.noRole}
      />
      <p className="text-sm text-muted">{w.people.linkOnlyInEmail}</p>
    </MutationDialog>
  );
}
