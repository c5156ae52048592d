import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Diff } from '../../ui/diff.tsx';
import { Failed } from '../../ui/failed.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { comparable } from './draft.ts';
import { type Task, type TaskRevision, task as taskQuery } from './queries.ts';

const route = getRouteApi('/in/tasks/$taskId');
const PERCENT = 100;

/** Which revisions answer and how often, and what two of them differ in. */
export function Serving({ task }: { readonly task: Task }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Weights task={task} />
      <Comparison task={task} />
    </div>
  );
}

/** Shares in whole percent, which have to make a hundred. */
function Weights({ task }: { readonly task: Task }) {
  const scope = useScope();
  const [shares, setShares] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(
      task.active_revisions.map(({ task_revision_id: id, weight }) => [id, Math.round(weight * PERCENT)]),
    ),
  );
  const sum = Object.values(shares).reduce((total, share) => total + share, 0);
  const save = useMutation({
    mutationFn: () => {
      const given = Object.entries(shares).filter(([, share]) => share > 0);
      const active_revisions = given.map(([task_revision_id, share]) => ({
        task_revision_id,
        weight: share / PERCENT,
      }));
      return post(TASK, { params: { path: { ...scope, task_id: task.id } }, body: { active_revisions } });
    },
    onSuccess: (saved) => {
      queries.setQueryData(taskQuery(scope, task.id).queryKey, saved as Task);
      toast(w.tasks.weightsSaved);
    },
  });
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <ul className="flex flex-col gap-2">
        {task.revisions.map((revision) => (
          <li key={revision.id} className="flex flex-wrap items-center gap-3 rounded-md border bg-raised px-3 py-2">
            <code className="font-mono text-sm">{nameOf(revision)}</code>
            <Time at={revision.created} />
            <span className="min-w-0 flex-1 text-sm break-words text-quiet">{revision.annotation}</span>
            <label className="flex items-center gap-1 text-sm">
              <span className="sr-only">{w.tasks.shareOf(nameOf(revision))}</span>
              <input
                type="number"
                min={0}
                max={PERCENT}
                className="w-20 rounded-md border border-edge bg-raised px-2 py-1"
                value={shares[revision.id] ?? 0}
                onChange={(event) => setShares({ ...shares, [revision.id]: event.target.valueAsNumber || 0 })}
              />
              %
            </label>
          </li>
        ))}
      </ul>
      {sum !== PERCENT && (
        <p role="alert" className="text-sm text-warn">
          {w.tasks.sum(sum)}
        </p>
      )}
      {save.error && <Failed error={save.error} />}
      <div>
        <Button type="submit" look="primary" busy={save.isPending} disabled={sum !== PERCENT}>
          {w.tasks.saveWeights}
        </Button>
      </div>
    </form>
  );
}

const nameOf = (revision: TaskRevision) => `…${revision.id.slice(-6)}`;

function Comparison({ task }: { readonly task: Task }) {
  const { from, with: to } = route.useSearch();
  const navigate = useNavigate();
  const find = (id: string | undefined) => task.revisions.find((revision) => revision.id === id);
  const after = find(to) ?? task.revisions[0];
  const before = find(from) ?? task.revisions.find(({ active }) => active);
  if (!before || !after || task.revisions.length < 2) return null;
  const choose = (name: 'from' | 'with') => (event: { target: { value: string } }) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, [name]: event.target.value }), replace: true });
  return (
    <section aria-label={w.agents.compare} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        {(
          [
            ['from', w.agents.before, before],
            ['with', w.agents.after, after],
          ] as const
        ).map(([name, label, shown]) => (
          <SelectField key={name} label={label} value={shown.id} onChange={choose(name)}>
            {task.revisions.map((revision) => (
              <option key={revision.id} value={revision.id}>
                {revision.active ? `${nameOf(revision)} ✓` : nameOf(revision)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <Diff
        label={w.agents.compare}
        before={comparable(before)}
        after={comparable(after)}
        same={w.agents.same}
        folded={w.agents.folded}
      />
    </section>
  );
}
