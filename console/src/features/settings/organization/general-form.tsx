import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { CheckboxField, NameField, TextField } from '../../../ui/field.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { w } from '../../../words/index.ts';
import { Picture } from '../picture.tsx';
import type { Organization } from './queries.ts';
import { useSave } from './save.ts';

interface Props {
  readonly of: Organization;
  readonly mayEdit: boolean;
}

export function GeneralForm({ of, mayEdit }: Props) {
  const [name, setName] = useState(of.name);
  const [contact, setContact] = useState(of.contact_email);
  const [alerts, setAlerts] = useState(of.low_credit_alerts === true);
  const [publishing, setPublishing] = useState(of.publishing_enabled !== false);
  const [sharing, setSharing] = useState(of.sharing_enabled !== false);
  const save = useSave(() => ({
    name,
    contact_email: contact,
    low_credit_alerts: alerts,
    publishing_enabled: publishing,
    sharing_enabled: sharing,
  }));
  return (
    <>
      {mayEdit && <OrganizationPicture of={of} />}
      <MutationForm
        mutation={save}
        submitLabel={w.organization.save}
        fieldPaths={['name', 'contact_email']}
        canSubmit={mayEdit}
      >
        <NameField label={w.organization.name} error={save.error} readOnly={!mayEdit} value={name} onChange={setName} />
        <TextField
          label={w.organization.contact}
          hint={w.organization.contactHint}
          path="contact_email"
          error={save.error}
          type="email"
          required
          readOnly={!mayEdit}
          value={contact}
          onChange={(event) => setContact(event.target.value)}
        />
        <CheckboxField
          label={w.organization.alerts}
          hint={w.organization.alertsHint}
          checked={alerts}
          disabled={!mayEdit}
          onChange={setAlerts}
        />
        <CheckboxField
          label={w.organization.publishing}
          hint={w.organization.publishingHint}
          checked={publishing}
          disabled={!mayEdit}
          onChange={setPublishing}
        />
        <CheckboxField
          label={w.organization.sharing}
          hint={w.organization.sharingHint}
          checked={sharing}
          disabled={!mayEdit}
          onChange={setSharing}
        />
      </MutationForm>
    </>
  );
}

function OrganizationPicture({ of: { id, avatar_url } }: { readonly of: Organization }) {
  const params = { path: { org_id: id } };
  return (
    <Picture
      url={avatar_url}
      onSet={(file) => post('/api/v1/org/{org_id}/avatar', { params, body: { file } })}
      onRemove={() => post('/api/v1/org/{org_id}', { params, body: { avatar_url: null } })}
      onChanged={() => void queryClient.invalidateQueries({ queryKey: ['organization', id] })}
    />
  );
}
