import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Hash } from '../../ui/icons.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import { RevisionComparison, toRevisionLabel, toShortRevisionId } from '../../ui/revision-comparison.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { ActivationError } from '../evals/activation-error.tsx';
import { useModelNames } from '../models/queries.ts';
import { toComparable } from './draft.ts';
import { type Task, type TaskRevision, taskQuery, toSubject } from './queries.ts';
import { TagRevisionDialog } from './tag-revision-dialog.tsx';

const route = getRouteApi('/in/tasks/$taskId');
const FULL_PERCENT = 100;

interface Props {
  readonly task: Task;
  readonly canEdit: boolean;
}

/** Edits the weights of active revisions, and compares two revisions. */
export function ServingTab({ task, canEdit }: Props) {
  const names = useModelNames();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <RecordForm record={task} version={JSON.stringify(task.active_revisions)}>
        {(record, saved) => <WeightsForm task={record} canEdit={canEdit} onSaved={saved} />}
      </RecordForm>
      <RevisionComparison
        revisions={task.revisions}
        search={route.useSearch()}
        toComparable={toComparable}
        fieldLabels={getFieldLabels()}
        names={names}
      />
    </div>
  );
}

/** The form of the weights, in whole percent that must sum to 100. */
function WeightsForm({ task, canEdit, onSaved }: Props & { readonly onSaved: () => void }) {
  const scope = useScope();
  const [shares, setShares] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(
      task.active_revisions.map(({ task_revision_id: id, weight }) => [id, Math.round(weight * FULL_PERCENT)]),
    ),
  );
  const [taggedRevision, setTaggedRevision] = useState<TaskRevision>();
  const totalShare = Object.values(shares).reduce((total, share) => total + share, 0);
  const save = useMutation({
    mutationFn: (overrideReason: string | undefined) => {
      const weighted = Object.entries(shares).filter(([, share]) => share > 0);
      const active_revisions = weighted.map(([task_revision_id, share]) => ({
        task_revision_id,
        weight: share / FULL_PERCENT,
      }));
      const override = overrideReason === undefined ? {} : { release_gate_override: overrideReason };
      const body = { active_revisions, ...override };
      return post(TASK, { params: { path: { ...scope, task_id: task.id } }, body });
    },
    onSuccess: (saved) => {
      onSaved();
      queryClient.setQueryData(taskQuery(scope, task.id).queryKey, saved as Task);
      showToast(w.tasks.weightsSaved);
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <Form className="flex flex-col gap-2" onSubmit={() => save.mutate(undefined)}>
        <ul className="flex flex-col gap-2">
          {task.revisions.map((revision) => (
            <WeightRow
              key={revision.id}
              revision={revision}
              canEdit={canEdit}
              share={shares[revision.id] ?? 0}
              onShareChange={(share) => setShares({ ...shares, [revision.id]: share })}
              onTag={() => setTaggedRevision(revision)}
            />
          ))}
        </ul>
        {totalShare !== FULL_PERCENT && (
          <p role="alert" className="text-sm text-warning">
            {w.tasks.sum({ sum: totalShare })}
          </p>
        )}
        {canEdit && (
          <div>
            <Button type="submit" variant="primary" isPending={save.isPending} disabled={totalShare !== FULL_PERCENT}>
              {w.tasks.saveWeights}
            </Button>
          </div>
        )}
      </Form>
      {taggedRevision && (
        <TagRevisionDialog taskId={task.id} revision={taggedRevision} onClose={() => setTaggedRevision(undefined)} />
      )}
      <ActivationError
        subject={toSubject(task)}
        revisions={task.revisions}
        error={save.error}
        isPending={save.isPending}
        onOverride={(overrideReason) => save.mutate(overrideReason)}
      />
    </div>
  );
}

interface WeightRowProps {
  readonly revision: TaskRevision;
  readonly canEdit: boolean;
  /** In percent. */
  readonly share: number;
  readonly onShareChange: (share: number) => void;
  readonly onTag: () => void;
}

function WeightRow({ revision, canEdit, share, onShareChange, onTag }: WeightRowProps) {
  const name = toRevisionLabel(revision);
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-md border bg-surface px-3 py-2">
      <code className="font-mono text-sm">{toShortRevisionId(revision)}</code>
      <Time at={revision.created} />
      {revision.tags.map((tag) => (
        <StatusBadge key={tag.name} tone="info" icon={Hash}>
          {tag.name}
        </StatusBadge>
      ))}
      <span className="min-w-0 flex-1 text-sm break-words text-muted">{revision.annotation}</span>
      {canEdit && (
        <Button isSmall aria-label={w.tasks.tagRevisionNamed({ name })} onClick={onTag}>
          {w.tasks.tagRevision}
        </Button>
      )}
      <label className="flex items-center gap-1 text-sm">
        <span className="sr-only">{w.tasks.shareOf({ name })}</span>
        <input
          type="number"
          disabled={!canEdit}
          min={0}
          max={FULL_PERCENT}
          className="w-20 rounded-md border border-input bg-surface px-2 py-1"
          value={share}
          onChange={(event) => onShareChange(event.target.valueAsNumber || 0)}
        />
        %
      </label>
    </li>
  );
}

/** Returns the labels of a revision's fields, as in the form. */
function getFieldLabels(): Readonly<Record<string, string>> {
  return {
    system_prompt: w.tasks.systemPrompt,
    user_prompt: w.tasks.userPrompt,
    llm_model_id: w.agents.model,
    llm_config: w.building.modelSettingsOf,
    fallback_llm_model_id: w.building.fallback,
    fallback_llm_config: w.building.fallbackSettings,
    max_wait: w.building.maxWait,
    output_modality: w.tasks.modality,
    annotation: w.tasks.annotation,
    tags: w.tasks.revisionTags,
    guardrails: w.building.guardrails,
  };
}
