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
import { EMPTY_FOLDER, findProblems, toFolderBody } from './folder.ts';
import { FolderEditor, isValidFolder } from './folder-editor.tsx';
import { SKILLS_PATH } from './queries.ts';
import { EMPTY_DETAILS, SkillDetailsFields, SkillFormError, toDetailsBody } from './skill-details-fields.tsx';

/** Creates a skill from its details and its folder. */
export default function NewSkillPage() {
  const scope = useScope();
  const navigate = useNavigate();
  const canCreate = useHasPermission('project', 'create_skill');
  const [details, setDetails] = useState(EMPTY_DETAILS);
  const [folder, setFolder] = useState(EMPTY_FOLDER);
  const create = useMutation({
    mutationFn: () => {
      const { slug, ...detailsBody } = toDetailsBody(details);
      const body = { ...detailsBody, ...(slug === '' ? {} : { slug }), ...toFolderBody(folder) };
      return post(SKILLS_PATH, { params: { path: { ...scope } }, body: body as never });
    },
    onSuccess: ({ id, display_name }) => {
      void queryClient.invalidateQueries({ queryKey: ['skill', 'list'] });
      showToast(w.skills.created({ name: display_name }));
      void navigate({ to: '/skills/$skillId', params: { skillId: id } });
    },
  });
  return (
    <Page title={w.skills.create}>
      <RequirePermission isAllowed={canCreate} permissionHint={w.skills.cannotCreate}>
        <Form onSubmit={() => create.mutate()}>
          <div className="flex max-w-3xl flex-col gap-4">
            <SkillDetailsFields draft={details} error={create.error} onChange={setDetails} />
          </div>
          <FolderEditor folder={folder} error={create.error} onChange={(change) => setFolder(change)} />
          <SkillFormError error={create.error} />
          <div>
            <Button
              type="submit"
              variant="primary"
              isPending={create.isPending}
              disabled={!isValidFolder(findProblems(folder))}
            >
              {w.skills.create}
            </Button>
          </div>
        </Form>
      </RequirePermission>
    </Page>
  );
}
