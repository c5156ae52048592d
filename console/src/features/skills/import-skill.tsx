import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { post } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FileDropField } from '../../ui/file-drop-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { SKILLS_PATH } from './queries.ts';

interface SkillImport {
  readonly file: File;
  /** Whether an existing skill with the same slug gets a new revision. */
  readonly replace: boolean;
}

/** Imports a skill from a ZIP archive. */
export function ImportSkill() {
  const scope = useScope();
  const navigate = useNavigate();
  const importSkill = useMutation({
    mutationFn: ({ file, replace }: SkillImport) =>
      post(`${SKILLS_PATH}/import`, { params: { path: { ...scope }, query: { replace } }, body: { file } as never }),
    onSuccess: ({ id, display_name }) => {
      void queryClient.invalidateQueries({ queryKey: ['skill'] });
      showToast(w.skills.imported({ name: display_name }));
      void navigate({ to: '/skills/$skillId', params: { skillId: id } });
    },
  });
  const { error, variables } = importSkill;
  const alreadyExists = error instanceof ApiError && error.reason === 'SKILL_ALREADY_EXISTS';
  return (
    <div className="flex flex-col gap-2">
      <FileDropField
        label={importSkill.isPending ? w.skills.reading : w.skills.chooseArchive}
        prompt={w.skills.dropArchive}
        accept=".zip,application/zip"
        isPending={importSkill.isPending}
        onSelectFiles={([file]) => file && importSkill.mutate({ file, replace: false })}
      />
      {error && <ErrorAlert error={error} />}
      {alreadyExists && variables && (
        <div>
          <Button onClick={() => importSkill.mutate({ ...variables, replace: true })}>{w.skills.replace}</Button>
        </div>
      )}
    </div>
  );
}
