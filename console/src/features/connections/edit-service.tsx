import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { CheckboxField, NameField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { serviceChanged } from './changed.ts';
import { CredentialFields, credentialBody, kindFrom, NO_CREDENTIAL } from './credential-fields.tsx';
import { INTEGRATION, type Integration } from './queries.ts';

interface Props {
  readonly of: Integration;
  readonly onClose: () => void;
}

/** Changes what an integration is called, and what its calls are signed with, which is never shown. */
export function EditService({ of, onClose }: Props) {
  const path = { ...useScope(), integration_id: of.id };
  const { config } = of;
  const [name, setName] = useState(of.name);
  const [signsAnew, setSignsAnew] = useState(of.status !== 'authorized');
  const [credential, setCredential] = useState({
    ...NO_CREDENTIAL,
    kind: kindFrom(config.credential?.kind === 'none' ? config.suggested_credential?.kind : config.credential?.kind),
    name: config.suggested_credential?.name ?? '',
  });
  const isApi = of.type === 'openapi';
  const save = useMutation({
    mutationFn: () => {
      const given = isApi && signsAnew ? { config: { credential: credentialBody(credential) } } : {};
      return post(INTEGRATION, { params: { path }, body: { name, ...given } });
    },
    onSuccess: () => {
      serviceChanged(of.id);
      showToast(w.connections.saved);
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.connections.editNamed(of.name)}
      mutation={save}
      submitLabel={w.connections.save}
      fieldPaths={['name', 'config.credential']}
      onClose={onClose}
    >
      <NameField label={w.connections.name} error={save.error} value={name} onChange={setName} />
      {isApi && <CheckboxField label={w.connections.signAnew} checked={signsAnew} onChange={setSignsAnew} />}
      {isApi && signsAnew && <CredentialFields draft={credential} error={save.error} onChange={setCredential} />}
    </MutationDialog>
  );
}
