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

/** Creates a project in an organization and opens it. */
export function CreateProjectForm({ org_id }: { readonly org_id: string }) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: async () => {
      const created = await post('/api/v1/org/{org_id}/project', { params: { path: { org_id } }, body: { name } });
      // The project must be in the list before it can be opened.
      await queryClient.invalidateQueries({ queryKey: visibleProjectsQuery.queryKey });
      return created;
    },
    onSuccess: (created) => {
      showToast(w.organization.projectMade({ name: created.name }));
      void navigate({ to: '/', search: { project: created.id } });
    },
  });
  return (
    <Form onSubmit={() => create.mutate()}>
      <NameField label={w.organization.projectName} error={create.error} value={name} onChange={setName} />
      <FormError error={create.error} fieldPaths={['name']} />
      <div>
        <Button type="submit" isPending={create.isPending}>
          {w.organization.createProject}
        </Button>
      </div>
    </Form>
  );
}
