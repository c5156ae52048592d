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
import { SKILLS } from './queries.ts';

interface Brought {
  readonly file: File;
  /** Whether a skill of the same short name gets a revision. */
  readonly replace: boolean;
}

/** Brings a skill in as a zip archive of its folder. */
export function ImportSkill() {
  const scope = useScope();
  const navigate = useNavigate();
  const bring = useMutation({
    mutationFn: ({ file, replace }: Brought) =>
      post(`${SKILLS}/import`, { params: { path: { ...scope }, query: { replace } }, body: { file } as never }),
    onSuccess: ({ id, display_name }) => {
      void queryClient.invalidateQueries({ queryKey: ['skill'] });
      showToast(w.skills.imported(display_name));
      void navigate({ to: '/skills/$skillId', params: { skillId: id } });
    },
  });
  const { error, variables } = bring;
  const isThere = error instanceof ApiError && error.reason === 'SKILL_ALREADY_EXISTS';
  return (
    <div className="flex flex-col gap-2">
      <FileDropField
        label={bring.isPending ? w.skills.reading : w.skills.chooseArchive}
        prompt={w.skills.dropArchive}
        accept=".zip,application/zip"
        isPending={bring.isPending}
        onSelectFiles={([file]) => file && bring.mutate({ file, replace: false })}
      />
      {error && <ErrorAlert error={error} />}
      {isThere && variables && (
        <div>
          <Button onClick={() => bring.mutate({ ...variables, replace: true })}>{w.skills.replace}</Button>
        </div>
      )}
    </div>
  );
}
