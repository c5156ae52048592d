import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { AboutFields, NO_ABOUT, RefusedSkill, sayAbout } from './about-fields.tsx';
import { bodyOf, EMPTY_FOLDER, problemsOf } from './folder.ts';
import { FolderEditor, isSound } from './folder-editor.tsx';
import { SKILLS } from './queries.ts';

/** Makes a skill from nothing: what it is for, and its folder. */
export default function NewSkill() {
  const scope = useScope();
  const navigate = useNavigate();
  const mayMake = useHasPermission('project', 'create_skill');
  const [about, setAbout] = useState(NO_ABOUT);
  const [folder, setFolder] = useState(EMPTY_FOLDER);
  const make = useMutation({
    mutationFn: () => {
      const { slug, ...said } = sayAbout(about);
      const body = { ...said, ...(slug === '' ? {} : { slug }), ...bodyOf(folder) };
      return post(SKILLS, { params: { path: { ...scope } }, body: body as never });
    },
    onSuccess: ({ id, display_name }) => {
      void queryClient.invalidateQueries({ queryKey: ['skill', 'list'] });
      showToast(w.skills.made(display_name));
      void navigate({ to: '/skills/$skillId', params: { skillId: id } });
    },
  });
  return (
    <Page title={w.skills.make}>
      <RequirePermission isAllowed={mayMake} permissionHint={w.skills.mayNotMake}>
        <Form onSubmit={() => make.mutate()}>
          <div className="flex max-w-3xl flex-col gap-4">
            <AboutFields draft={about} error={make.error} onChange={setAbout} />
          </div>
          <FolderEditor folder={folder} error={make.error} onChange={(change) => setFolder(change)} />
          <RefusedSkill error={make.error} />
          <div>
            <Button type="submit" variant="primary" isPending={make.isPending} disabled={!isSound(problemsOf(folder))}>
              {w.skills.make}
            </Button>
          </div>
        </Form>
      </RequirePermission>
    </Page>
  );
}
