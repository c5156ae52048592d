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
import { SKILL_PATH, type Skill } from './queries.ts';
import { SkillDetailsFields, SkillFormError, toDetailsBody, toDetailsDraft } from './skill-details-fields.tsx';

interface Props {
  readonly skill: Skill;
  readonly onClose: () => void;
}

/** Edits a skill's name and description. */
export function EditSkillDialog({ skill, onClose }: Props) {
  const path = { ...useScope(), skill_id: skill.id };
  const [draft, setDraft] = useState(() => toDetailsDraft(skill));
  const save = useMutation({
    mutationFn: () => post(SKILL_PATH, { params: { path }, body: toDetailsBody(draft) }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['skill'] });
      showToast(w.skills.edited);
      onClose();
    },
  });
  return (
    <Dialog title={w.skills.editNamed({ name: skill.display_name })} onClose={onClose}>
      <Form onSubmit={() => save.mutate()}>
        <SkillDetailsFields draft={draft} error={save.error} onChange={setDraft} />
        <SkillFormError error={save.error} />
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {w.skills.saveAbout}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Deletes a skill after the user repeats its name. */
export function DeleteSkillDialog({ skill: { id, display_name: name }, onClose }: Props) {
  const path = { ...useScope(), skill_id: id };
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => del(SKILL_PATH, { params: { path } }),
    onSuccess: async () => {
      showToast(w.skills.removed({ name }));
      await navigate({ to: '/skills' });
      void queryClient.invalidateQueries({ queryKey: ['skill', 'list'] });
    },
  });
  return (
    <ConfirmByNameDialog
      title={w.skills.removeNamed({ name })}
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
