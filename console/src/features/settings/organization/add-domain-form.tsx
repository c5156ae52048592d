import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { TextField } from '../../../ui/field.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';

export function AddDomainForm() {
  const { org_id } = useScope();
  const [domain, setDomain] = useState('');
  const add = useMutation({
    mutationFn: () => post('/api/v1/org/{org_id}/domains', { params: { path: { org_id } }, body: { domain } }),
    onSuccess: (addedDomain) => {
      showToast(w.organization.domainAdded({ domain: addedDomain.domain }));
      setDomain('');
      void queryClient.invalidateQueries({ queryKey: ['organization_domain', 'list'] });
    },
  });
  return (
    <MutationForm
      mutation={add}
      submitLabel={w.organization.addDomain}
      fieldPaths={['domain']}
      className="flex max-w-xl flex-col gap-3"
    >
      <TextField
        label={w.organization.domainField}
        hint={w.organization.domainFieldHint}
        path="domain"
        error={add.error}
        required
        spellCheck={false}
        autoComplete="off"
        value={domain}
        onChange={(event) => setDomain(event.target.value)}
      />
    </MutationForm>
  );
}
