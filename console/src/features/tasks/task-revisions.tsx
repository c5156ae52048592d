import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { getRevisionName, toShortRevisionId } from '../../lib/revision-names.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Hash } from '../../ui/icons.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import { RevisionComparison } from '../../ui/revision-comparison.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { ActivationError } from '../evals/activation-error.tsx';
import { useModelNames } from '../models/queries.ts';
import { RevisionAuthor } from '../subjects/revision-author.tsx';
import { toComparable } from './draft.ts';
import { type Task, type TaskRevision, toSubject } from './queries.ts';
import { TagRevisionDialog } from './tag-revision-dialog.tsx';
import { type Serving, toServing, useServing } from './use-serving.ts';

const route = getRouteApi('/in/tasks/$taskId');
const FULL_PERCENT = 100;

interface Props {
  readonly task: Task;
  readonly canEdit: boolean;
  /** Loads a revision into the form. */
  readonly onLoad: (revision: TaskRevision) => void;
}

/** Lists the revisions with their weights, and compares two. */
export function TaskRevisions({ task, canEdit, onLoad }: Props) {
  const names = useModelNames();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <RecordForm record={task} version={JSON.stringify(task.active_revisions)}>
        {(record, saved) => <WeightsForm task={record} canEdit={canEdit} onLoad={onLoad} onSaved={saved} />}
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

/** The form of the weights, in whole percent that must sum to 100. Activating a revision gives it 100 percent. */
function WeightsForm({ task, canEdit, onLoad, onSaved }: Props & { readonly onSaved: () => void }) {
  const [shares, setShares] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(
      task.active_revisions.map(({ task_revision_id: id, weight }) => [id, Math.round(weight * FULL_PERCENT)]),
    ),
  );
  const [taggedRevision, setTaggedRevision] = useState<TaskRevision>();
  const totalShare = Object.values(shares).reduce((total, share) => total + share, 0);
  const serve = useServing(task);
  const change = (serving: Serving) => serve.mutate(serving, { onSuccess: onSaved });
  const save = () => {
    const weights = Object.entries(shares)
      .filter(([, share]) => share > 0)
      .map(([task_revision_id, share]) => ({ task_revision_id, weight: share / FULL_PERCENT }));
    change({ weights, message: w.tasks.weightsSaved });
  };
  return (
    <div className="flex flex-col gap-3">
      <Form className="flex flex-col gap-2" onSubmit={save}>
        <ul className="flex flex-col gap-2">
          {task.revisions.map((revision) => (
            <WeightRow
              key={revision.id}
              revision={revision}
              name={getRevisionName(revision, task.revisions)}
              canEdit={canEdit}
              share={shares[revision.id] ?? 0}
              onShareChange={(share) => setShares({ ...shares, [revision.id]: share })}
              isPending={serve.isPending}
              onActivate={() => change(toServing(revision))}
              onTag={() => setTaggedRevision(revision)}
              onLoad={() => onLoad(revision)}
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
            <Button type="submit" variant="primary" isPending={serve.isPending} disabled={totalShare !== FULL_PERCENT}>
              {w.tasks.saveWeights}
            </Button>
          </div>
        )}
      </Form>
      {taggedRevision && (
        <TagRevisionDialog
          taskId={task.id}
          revision={taggedRevision}
          name={getRevisionName(taggedRevision, task.revisions)}
          onClose={() => setTaggedRevision(undefined)}
        />
      )}
      <ActivationError
        subject={toSubject(task)}
        revisions={task.revisions}
        error={serve.error}
        isPending={serve.isPending}
        onOverride={(overrideReason) => serve.variables && change({ ...serve.variables, overrideReason })}
      />
    </div>
  );
}

interface WeightRowProps {
  readonly revision: TaskRevision;
  /** Number of the revision. */
  readonly name: string;
  readonly canEdit: boolean;
  /** In percent. */
  readonly share: number;
  readonly onShareChange: (share: number) => void;
  /** Whether a change of the weights is pending. */
  readonly isPending: boolean;
  readonly onActivate: () => void;
  readonly onTag: () => void;
  readonly onLoad: () => void;
}

function WeightRow(props: WeightRowProps) {
  const { revision, name, canEdit, share, onShareChange, isPending, onActivate, onTag, onLoad } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border bg-surface px-3 py-2">
      <span className="font-semibold tabular-nums">{name}</span>
      <Time at={revision.created} />
      <RevisionAuthor revision={revision} />
      <code className="font-mono text-sm text-muted">{toShortRevisionId(revision)}</code>
      {revision.active && <StatusBadge tone="good">{w.agents.active}</StatusBadge>}
      {revision.tags.map((tag) => (
        <StatusBadge key={tag.name} tone="info" icon={Hash}>
          {tag.name}
        </StatusBadge>
      ))}
      {revision.annotation && <p className="w-full text-sm break-words">{revision.annotation}</p>}
      <span className="flex-1" />
      {canEdit && (
        <>
          <Button isSmall variant="quiet" aria-label={w.tasks.loadNamed({ name })} onClick={onLoad}>
            {w.tasks.load}
          </Button>
          <Button isSmall aria-label={w.tasks.tagRevisionNamed({ name })} onClick={onTag}>
            {w.tasks.tagRevision}
          </Button>
          {!revision.active && (
            <Button isSmall aria-label={w.builder.serve({ name })} disabled={isPending} onClick={onActivate}>
              {w.agents.activate}
            </Button>
          )}
        </>
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
