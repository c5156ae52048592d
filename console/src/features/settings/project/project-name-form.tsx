import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { visibleProjectsQuery } from '../../../lib/visible-projects.ts';
import { Button } from '../../../ui/button.tsx';
import { NameField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { AvatarField } from '../avatar-field.tsx';
import type { Project } from './queries.ts';

interface Props {
  readonly project: Project;
  readonly canEdit: boolean;
}

export function ProjectNameForm({ project, canEdit }: Props) {
  const scope = useScope();
  const params = { path: { ...scope } };
  const [name, setName] = useState(project.name);
  const invalidateProject = () => {
    void queryClient.invalidateQueries({ queryKey: ['project', scope.project_id] });
    void queryClient.invalidateQueries({ queryKey: visibleProjectsQuery.queryKey });
  };
  const save = useMutation({
    mutationFn: () => post(PROJECT, { params, body: { name } }),
    onSuccess: () => {
      showToast(w.project.saved);
      invalidateProject();
    },
  });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Form onSubmit={() => save.mutate()}>
        <NameField label={w.project.name} error={save.error} readOnly={!canEdit} value={name} onChange={setName} />
        <FormError error={save.error} fieldPaths={['name']} />
        {canEdit && (
          <div>
            <Button
              type="submit"
              variant="primary"
              isPending={save.isPending}
              aria-label={`${w.project.save}: ${w.project.name}`}
            >
              {w.project.save}
            </Button>
          </div>
        )}
      </Form>
      {canEdit && (
        <AvatarField
          url={project.avatar_url}
          onUpload={(file) => post(`${PROJECT}/avatar`, { params, body: { file } })}
          onRemove={() => post(PROJECT, { params, body: { avatar_url: null } })}
          onChanged={invalidateProject}
        />
      )}
    </div>
  );
}
