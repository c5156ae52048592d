import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { NameField, TextareaField } from '../../../ui/field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import type { Partner } from './queries.ts';

interface Props {
  /** The partner to edit. Without it, the dialog creates one. */
  readonly partner: Partner | undefined;
  readonly onClose: () => void;
}

export function PartnerDialog({ partner, onClose }: Props) {
  const [name, setName] = useState(partner?.name ?? '');
  const [description, setDescription] = useState(partner?.description ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = { name, description };
      if (!partner) return post('/api/v1/partner', { body });
      return post('/api/v1/partner/{partner_id}', { params: { path: { partner_id: partner.id } }, body });
    },
    onSuccess: () => {
      showToast(w.organization.saved);
      void queryClient.invalidateQueries({ queryKey: ['partner', 'list'] });
      onClose();
    },
  });
  return (
    <MutationDialog
      title={partner ? w.organization.editNamed({ name: partner.name }) : w.organization.createPartner}
      mutation={save}
      submitLabel={w.organization.save}
      fieldPaths={['name', 'description']}
      onClose={onClose}
    >
      <NameField label={w.organization.name} error={save.error} value={name} onChange={setName} />
      <TextareaField
        label={w.organization.description}
        path="description"
        error={save.error}
        maxLength={5000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </MutationDialog>
  );
}
