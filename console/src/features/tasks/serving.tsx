import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { RevisionComparison, toRevisionLabel, toShortRevisionId } from '../../ui/revision-comparison.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { ActivationRefused } from '../evals/gate-refusal.tsx';
import { useModelNames } from '../models/use-model-names.ts';
import { comparable } from './draft.ts';
import { subjectOf, type Task, type TaskRevision, task as taskQuery } from './queries.ts';
import { TagRevision } from './tag-revision.tsx';

const route = getRouteApi('/in/tasks/$taskId');
const PERCENT = 100;

interface Props {
  readonly task: Task;
  readonly mayEdit: boolean;
}

/** Which revisions answer and how often, and what two of them differ in. */
export function Serving({ task, mayEdit }: Props) {
  const names = useModelNames();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <RecordForm record={task} version={JSON.stringify(task.active_revisions)}>
        {(held, saved) => <Weights task={held} mayEdit={mayEdit} onSaved={saved} />}
      </RecordForm>
      <RevisionComparison
        revisions={task.revisions}
        search={route.useSearch()}
        toComparable={comparable}
        fieldLabels={fieldNames()}
        names={names}
      />
    </div>
  );
}

/** Shares in whole percent, which have to make a hundred. */
function Weights({ task, mayEdit, onSaved }: Props & { readonly onSaved: () => void }) {
  const scope = useScope();
  const [shares, setShares] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(
      task.active_revisions.map(({ task_revision_id: id, weight }) => [id, Math.round(weight * PERCENT)]),
    ),
  );
  const [tagging, setTagging] = useState<TaskRevision>();
  const sum = Object.values(shares).reduce((total, share) => total + share, 0);
  const save = useMutation({
    mutationFn: (note: string | undefined) => {
      const given = Object.entries(shares).filter(([, share]) => share > 0);
      const active_revisions = given.map(([task_revision_id, share]) => ({
        task_revision_id,
        weight: share / PERCENT,
      }));
      const override = note === undefined ? {} : { release_gate_override: note };
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
              mayEdit={mayEdit}
              share={shares[revision.id] ?? 0}
              onShare={(share) => setShares({ ...shares, [revision.id]: share })}
              onTag={() => setTagging(revision)}
            />
          ))}
        </ul>
        {sum !== PERCENT && (
          <p role="alert" className="text-sm text-warn">
            {w.tasks.sum(sum)}
          </p>
        )}
        {mayEdit && (
          <div>
            <Button type="submit" variant="primary" isPending={save.isPending} disabled={sum !== PERCENT}>
              {w.tasks.saveWeights}
            </Button>
          </div>
        )}
      </Form>
      {tagging && <TagRevision taskId={task.id} revision={tagging} onClose={() => setTagging(undefined)} />}
      <ActivationRefused
        subject={subjectOf(task)}
        revisions={task.revisions}
        error={save.error}
        busy={save.isPending}
        onOverride={(note) => save.mutate(note)}
      />
    </div>
  );
}

interface RowProps {
  readonly revision: TaskRevision;
  readonly mayEdit: boolean;
  /** In percent. */
  readonly share: number;
  readonly onShare: (share: number) => void;
  readonly onTag: () => void;
}

function WeightRow({ revision, mayEdit, share, onShare, onTag }: RowProps) {
  const name = toRevisionLabel(revision);
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-md border bg-raised px-3 py-2">
      <code className="font-mono text-sm">{toShortRevisionId(revision)}</code>
      <Time at={revision.created} />
      {revision.tags.map((tag) => (
        <StatusBadge key={tag.name} tone="info" icon="#">
          {tag.name}
        </StatusBadge>
      ))}
      <span className="min-w-0 flex-1 text-sm break-words text-quiet">{revision.annotation}</span>
      {mayEdit && (
        <Button isSmall aria-label={w.tasks.tagRevisionNamed(name)} onClick={onTag}>
          {w.tasks.tagRevision}
        </Button>
      )}
      <label className="flex items-center gap-1 text-sm">
        <span className="sr-only">{w.tasks.shareOf(name)}</span>
        <input
          type="number"
          disabled={!mayEdit}
          min={0}
          max={PERCENT}
          className="w-20 rounded-md border border-edge bg-raised px-2 py-1"
          value={share}
          onChange={(event) => onShare(event.target.valueAsNumber || 0)}
        />
        %
      </label>
    </li>
  );
}

/** The fields of a revision as the form calls them. */
function fieldNames(): Readonly<Record<string, string>> {
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
