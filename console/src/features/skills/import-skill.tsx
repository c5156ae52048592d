import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { post } from '../../lib/api.ts';
import { Failure } from '../../lib/failure.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { DropField } from '../../ui/drop-field.tsx';
import { Failed } from '../../ui/failed.tsx';
import { toast } from '../../ui/toast.tsx';
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
      void queries.invalidateQueries({ queryKey: ['skill'] });
      toast(w.skills.imported(display_name));
      void navigate({ to: '/skills/$skillId', params: { skillId: id } });
    },
  });
  const { error, variables } = bring;
  const isThere = error instanceof Failure && error.reason === 'SKILL_ALREADY_EXISTS';
  return (
    <div className="flex flex-col gap-2">
      <DropField
        label={bring.isPending ? w.skills.reading : w.skills.chooseArchive}
        lead={w.skills.dropArchive}
        accept=".zip,application/zip"
        busy={bring.isPending}
        onFiles={([file]) => file && bring.mutate({ file, replace: false })}
      />
      {error && <Failed error={error} />}
      {isThere && variables && (
        <div>
          <Button onClick={() => bring.mutate({ ...variables, replace: true })}>{w.skills.replace}</Button>
        </div>
      )}
    </div>
  );
}
