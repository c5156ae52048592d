import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { places } from '../../../lib/places.ts';
import { queries } from '../../../lib/query.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { NameField } from '../../../ui/field.tsx';
import { Form, Refused } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { Picture } from '../picture.tsx';
import type { Project } from './queries.ts';

interface Props {
  readonly of: Project;
  readonly mayEdit: boolean;
}

export function NameForm({ of, mayEdit }: Props) {
  const scope = useScope();
  const params = { path: { ...scope } };
  const [name, setName] = useState(of.name);
  const readAgain = () => {
    void queries.invalidateQueries({ queryKey: ['project', scope.project_id] });
    void queries.invalidateQueries({ queryKey: places.queryKey });
  };
  const save = useMutation({
    mutationFn: () => post(PROJECT, { params, body: { name } }),
    onSuccess: () => {
      toast(w.project.saved);
      readAgain();
    },
  });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Form onSubmit={() => save.mutate()}>
        <NameField label={w.project.name} error={save.error} readOnly={!mayEdit} value={name} onChange={setName} />
        <Refused error={save.error} fields={['name']} />
        {mayEdit && (
          <div>
            <Button
              type="submit"
              look="primary"
              busy={save.isPending}
              aria-label={`${w.project.save}: ${w.project.name}`}
            >
              {w.project.save}
            </Button>
          </div>
        )}
      </Form>
      {mayEdit && (
        <Picture
          url={of.avatar_url}
          onSet={(file) => post(`${PROJECT}/avatar`, { params, body: { file } })}
          onRemove={() => post(PROJECT, { params, body: { avatar_url: null } })}
          onChanged={readAgain}
        />
      )}
    </div>
  );
}
