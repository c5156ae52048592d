import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { visibleProjectsQuery } from '../../../lib/visible-projects.ts';
import { Button } from '../../../ui/button.tsx';
import { NameField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';

/** Makes a project in an organization, and opens it. Shared by the page of somebody who has no project yet. */
export function NewProject({ org_id }: { readonly org_id: string }) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: async () => {
      const made = await post('/api/v1/org/{org_id}/project', { params: { path: { org_id } }, body: { name } });
      // It can only be opened once it is known.
      await queryClient.invalidateQueries({ queryKey: visibleProjectsQuery.queryKey });
      return made;
    },
    onSuccess: (made) => {
      showToast(w.organization.projectMade(made.name));
      void navigate({ to: '/', search: { project: made.id } });
    },
  });
  return (
    <Form onSubmit={() => make.mutate()}>
      <NameField label={w.organization.projectName} error={make.error} value={name} onChange={setName} />
      <FormError error={make.error} fieldPaths={['name']} />
      <div>
        <Button type="submit" isPending={make.isPending}>
          {w.organization.makeProject}
        </Button>
      </div>
    </Form>
  );
}
