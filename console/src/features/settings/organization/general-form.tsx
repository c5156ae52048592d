import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { CheckboxField, NameField, TextField } from '../../../ui/field.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { w } from '../../../words/index.ts';
import { AvatarField } from '../avatar-field.tsx';
import type { Organization } from './queries.ts';
import { useSaveOrganization } from './use-save-organization.ts';

interface Props {
  readonly organization: Organization;
  readonly canEdit: boolean;
}

export function GeneralForm({ organization, canEdit }: Props) {
  const [name, setName] = useState(organization.name);
  const [contactEmail, setContactEmail] = useState(organization.contact_email);
  const [hasCreditAlerts, setHasCreditAlerts] = useState(organization.low_credit_alerts === true);
  const [isPublishingEnabled, setIsPublishingEnabled] = useState(organization.publishing_enabled !== false);
  const [isSharingEnabled, setIsSharingEnabled] = useState(organization.sharing_enabled !== false);
  const save = useSaveOrganization(() => ({
    name,
    contact_email: contactEmail,
    low_credit_alerts: hasCreditAlerts,
    publishing_enabled: isPublishingEnabled,
    sharing_enabled: isSharingEnabled,
  }));
  return (
    <>
      {canEdit && <OrganizationAvatar organization={organization} />}
      <MutationForm
        mutation={save}
        submitLabel={w.organization.save}
        fieldPaths={['name', 'contact_email']}
        canSubmit={canEdit}
      >
        <NameField label={w.organization.name} error={save.error} readOnly={!canEdit} value={name} onChange={setName} />
        <TextField
          label={w.organization.contact}
          hint={w.organization.contactHint}
          path="contact_email"
          error={save.error}
          type="email"
          required
          readOnly={!canEdit}
          value={contactEmail}
          onChange={(event) => setContactEmail(event.target.value)}
        />
        <CheckboxField
          label={w.organization.alerts}
          hint={w.organization.alertsHint}
          checked={hasCreditAlerts}
          disabled={!canEdit}
          onChange={setHasCreditAlerts}
        />
        <CheckboxField
          label={w.organization.publishing}
          hint={w.organization.publishingHint}
          checked={isPublishingEnabled}
          disabled={!canEdit}
          onChange={setIsPublishingEnabled}
        />
        <CheckboxField
          label={w.organization.sharing}
          hint={w.organization.sharingHint}
          checked={isSharingEnabled}
          disabled={!canEdit}
          onChange={setIsSharingEnabled}
        />
      </MutationForm>
    </>
  );
}

function OrganizationAvatar({ organization: { id, avatar_url } }: { readonly organization: Organization }) {
  const params = { path: { org_id: id } };
  return (
    <AvatarField
      url={avatar_url}
      onUpload={(file) => post('/api/v1/org/{org_id}/avatar', { params, body: { file } })}
      onRemove={() => post('/api/v1/org/{org_id}', { params, body: { avatar_url: null } })}
      onChanged={() => void queryClient.invalidateQueries({ queryKey: ['organization', id] })}
    />
  );
}
