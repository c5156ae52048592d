import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../../lib/permissions.ts';
import { getRevisionName } from '../../../lib/revision-names.ts';
import { useScope } from '../../../lib/session.ts';
import { w } from '../../../words/index.ts';
import { modelsQuery } from '../../models/queries.ts';
import type { Candidate, CandidateSelectProps } from '../../test-cases/candidates.ts';
import type { Task } from '../queries.ts';

interface Props extends CandidateSelectProps {
  readonly task: Task;
  readonly isDirty: boolean;
  /** Whether the user can test what is not saved: the form, and other models. */
  readonly canEdit: boolean;
  /** The model of the form, which needs no option of its own. */
  readonly formModelId: string;
}

/** Selects a revision, or the form with another model. */
export function CandidateSelect({ label, task, isDirty, canEdit, emptyLabel, formModelId, ...props }: Props) {
  const { value, onChange } = props;
  const canView = useHasPermission('project', 'view');
  const models = useQuery({ ...modelsQuery(useScope()), enabled: canView === true && canEdit }).data ?? [];
  const others = models.filter(({ id, retired }) => !retired && id !== formModelId);
  const [newest, ...older] = task.revisions;
  const getName = (revision: Task['revisions'][number]) => {
    const name = getRevisionName(revision, task.revisions);
    return revision.active ? w.builder.served({ name }) : name;
  };
  return (
    <select
      aria-label={label}
      className="control min-h-(--control-height-small) w-full min-w-0 rounded-md border border-input bg-surface ps-2 pe-7 text-sm"
      value={value}
      onChange={({ target }) => onChange(target.value as Candidate | '')}
    >
      {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
      <option value="form">{isDirty || !newest ? w.builder.draft : getName(newest)}</option>
      {(isDirty ? task.revisions : older).map((revision) => (
        <option key={revision.id} value={`revision:${revision.id}`}>
          {getName(revision)}
        </option>
      ))}
      {others.length > 0 && (
        <optgroup label={w.tasks.test.otherModels}>
          {others.map(({ id, name }) => (
            <option key={id} value={`model:${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
