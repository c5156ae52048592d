import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { del, post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmByNameDialog } from '../../ui/confirm-by-name-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { AboutFields, aboutOf, RefusedSkill, sayAbout } from './about-fields.tsx';
import { SKILL, type Skill } from './queries.ts';

interface Props {
  readonly of: Skill;
  readonly onClose: () => void;
}

/** Changes what a skill is called and when it is of use. */
export function EditSkill({ of, onClose }: Props) {
  const path = { ...useScope(), skill_id: of.id };
  const [draft, setDraft] = useState(() => aboutOf(of));
  const save = useMutation({
    mutationFn: () => post(SKILL, { params: { path }, body: sayAbout(draft) }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['skill'] });
      showToast(w.skills.edited);
      onClose();
    },
  });
  return (
    <Dialog title={w.skills.editNamed(of.display_name)} onClose={onClose}>
      <Form onSubmit={() => save.mutate()}>
        <AboutFields draft={draft} error={save.error} onChange={setDraft} />
        <RefusedSkill error={save.error} />
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {w.skills.saveAbout}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Deletes a skill, once its name was repeated. */
export function RemoveSkill({ of: { id, display_name: name }, onClose }: Props) {
  const path = { ...useScope(), skill_id: id };
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => del(SKILL, { params: { path } }),
    onSuccess: async () => {
      showToast(w.skills.removed(name));
      await navigate({ to: '/skills' });
      void queryClient.invalidateQueries({ queryKey: ['skill', 'list'] });
    },
  });
  return (
    <ConfirmByNameDialog
      title={w.skills.removeNamed(name)}
      name={name}
      confirmLabel={w.skills.remove}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.skills.removeHint}
    </ConfirmByNameDialog>
  );
}
