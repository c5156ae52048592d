import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { queries } from '../../../lib/query.ts';
import { ActDialog } from '../../../ui/act-form.tsx';
import { LongField, NameField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import type { Partner } from './queries.ts';

interface Props {
  /** The one to change; left out, another is made. */
  readonly of: Partner | undefined;
  readonly onClose: () => void;
}

export function EditPartner({ of, onClose }: Props) {
  const [name, setName] = useState(of?.name ?? '');
  const [description, setDescription] = useState(of?.description ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = { name, description };
      if (!of) return post('/api/v1/partner', { body });
      return post('/api/v1/partner/{partner_id}', { params: { path: { partner_id: of.id } }, body });
    },
    onSuccess: () => {
      toast(w.organization.saved);
      void queries.invalidateQueries({ queryKey: ['partner', 'list'] });
      onClose();
    },
  });
  return (
    <ActDialog
      title={of ? w.organization.editNamed(of.name) : w.organization.makePartner}
      act={save}
      submit={w.organization.save}
      places={['name', 'description']}
      onClose={onClose}
    >
      <NameField label={w.organization.name} error={save.error} value={name} onChange={setName} />
      <LongField
        label={w.organization.description}
        at="description"
        error={save.error}
        maxLength={5000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </ActDialog>
  );
}
