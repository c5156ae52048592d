import { getRevisionName } from '../../../lib/revision-names.ts';
import { w } from '../../../words/index.ts';
import { useModelNames } from '../../models/queries.ts';
import type { Candidate, CandidateSelectProps } from '../../test-cases/candidates.ts';
import type { Agent, Revision } from '../queries.ts';

interface Props extends CandidateSelectProps {
  readonly agent: Agent;
  /** Whether the form has changes that are not saved yet. */
  readonly isDirty: boolean;
}

/** Selects the form or a revision, each with its model. */
export function RevisionSelect({ label, agent: { revisions }, isDirty, value, emptyLabel, onChange }: Props) {
  const modelNames = useModelNames();
  const getName = (revision: Revision) => {
    const name = formatRevision(revision, revisions, modelNames);
    return revision.active ? w.builder.served({ name }) : name;
  };
  const [newest, ...older] = revisions;
  return (
    <select
      aria-label={label}
      className="control min-h-(--control-height-small) w-full max-w-44 min-w-0 rounded-md border border-input bg-surface ps-2 pe-7 text-sm"
      value={value}
      onChange={({ target }) => onChange(target.value as Candidate | '')}
    >
      {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
      <option value="form">{isDirty || !newest ? w.builder.draft : getName(newest)}</option>
      {(isDirty ? revisions : older).map((revision) => (
        <option key={revision.id} value={`revision:${revision.id}`}>
          {getName(revision)}
        </option>
      ))}
    </select>
  );
}

/** Returns the number of a revision and the name of its model. */
export function formatRevision(
  revision: Pick<Revision, 'id' | 'llm_model_id'>,
  revisions: readonly Revision[],
  modelNames: ReadonlyMap<string, string>,
): string {
  const modelName = modelNames.get(revision.llm_model_id);
  return [getRevisionName(revision, revisions), ...(modelName === undefined ? [] : [modelName])].join(' · ');
}
