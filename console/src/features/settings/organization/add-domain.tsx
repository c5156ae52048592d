import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { queries } from '../../../lib/query.ts';
import { useScope } from '../../../lib/session.ts';
import { ActForm } from '../../../ui/act-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';

export function AddDomain() {
  const { org_id } = useScope();
  const [domain, setDomain] = useState('');
  const add = useMutation({
    mutationFn: () => post('/api/v1/org/{org_id}/domains', { params: { path: { org_id } }, body: { domain } }),
    onSuccess: (added) => {
      toast(w.organization.domainAdded(added.domain));
      setDomain('');
      void queries.invalidateQueries({ queryKey: ['organization_domain', 'list'] });
    },
  });
  return (
    <ActForm act={add} submit={w.organization.addDomain} places={['domain']} className="flex max-w-xl flex-col gap-3">
      <TextField
        label={w.organization.domainField}
        hint={w.organization.domainFieldHint}
        at="domain"
        error={add.error}
        required
        spellCheck={false}
        autoComplete="off"
        value={domain}
        onChange={(event) => setDomain(event.target.value)}
      />
    </ActForm>
  );
}
