import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { CheckboxField, NameField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { CredentialFields, EMPTY_CREDENTIAL, toCredentialBody, toCredentialKind } from './credential-fields.tsx';
import { INTEGRATION_PATH, type Integration, invalidateIntegration } from './queries.ts';

interface Props {
  readonly integration: Integration;
  readonly onClose: () => void;
}

/** Edits an integration's name and credential. The credential can be replaced and is never shown. */
export function EditIntegrationDialog({ integration, onClose }: Props) {
  const path = { ...useScope(), integration_id: integration.id };
  const { config } = integration;
  const [name, setName] = useState(integration.name);
  const [replacesCredential, setReplacesCredential] = useState(integration.status !== 'authorized');
  const [credential, setCredential] = useState({
    ...EMPTY_CREDENTIAL,
    kind: toCredentialKind(
      config.credential?.kind === 'none' ? config.suggested_credential?.kind : config.credential?.kind,
    ),
    name: config.suggested_credential?.name ?? '',
  });
  const isApi = integration.type === 'openapi';
  const save = useMutation({
    mutationFn: () => {
      const configBody = isApi && replacesCredential ? { config: { credential: toCredentialBody(credential) } } : {};
      return post(INTEGRATION_PATH, { params: { path }, body: { name, ...configBody } });
    },
    onSuccess: () => {
      invalidateIntegration(integration.id);
      showToast(w.connections.saved);
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.connections.editNamed({ name: integration.name })}
      mutation={save}
      submitLabel={w.connections.save}
      fieldPaths={['name', 'config.credential']}
      onClose={onClose}
    >
      <NameField label={w.connections.name} error={save.error} value={name} onChange={setName} />
      {isApi && (
        <CheckboxField
          label={w.connections.replaceCredentials}
          checked={replacesCredential}
          onChange={setReplacesCredential}
        />
      )}
      {isApi && replacesCredential && (
        <CredentialFields draft={credential} error={save.error} onChange={setCredential} />
      )}
    </MutationDialog>
  );
}
