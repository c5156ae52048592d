import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TASK } from '../../../../client/prefixes.ts';
import { post, type Schemas } from '../../lib/api.ts';
import { sayDecimal, sayNumber } from '../../lib/numbers.ts';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { LongField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { w } from '../../words/index.ts';
import { variablesIn } from './draft.ts';
import type { Task, TaskRevision } from './queries.ts';

interface Props {
  readonly task: Task;
  /** The revision that answers, whether it serves or not. */
  readonly revision: TaskRevision;
}

/** Runs the newest revision on values of its variables and shows the answer. */
export function TryTask({ task, revision }: Props) {
  const scope = useScope();
  const mayRun = useMay('task', 'run', task.id);
  const [input, setInput] = useState<Readonly<Record<string, string>>>({});
  const names = variablesIn(revision.system_prompt, revision.user_prompt);
  const start = useMutation({
    mutationFn: () =>
      post(`${TASK}/run`, {
        params: { path: { ...scope, task_id: task.id }, query: { revision_id: revision.id } },
        body: { task_input: Object.fromEntries(names.map((name) => [name, input[name] ?? ''])) },
      }),
  });
  const run = start.data as Schemas['TaskRun'] | undefined;
  return (
    <section
      aria-label={w.tasks.try}
      className="flex flex-col gap-3 rounded-lg border bg-raised p-4 lg:sticky lg:top-16"
    >
      <h2 className="font-semibold">{w.tasks.try}</h2>
      <p className="text-sm text-quiet">{w.tasks.tryHint(revision.id.slice(-6))}</p>
      {mayRun === false && <p>{w.tasks.mayNotRun}</p>}
      {mayRun && (
        <Form className="flex flex-col gap-3" onSubmit={() => start.mutate()}>
          {names.map((name) => (
            <LongField
              key={name}
              label={name}
              at={`task_input.${name}`}
              error={start.error}
              rows={2}
              value={input[name] ?? ''}
              onChange={(event) => setInput({ ...input, [name]: event.target.value })}
            />
          ))}
          <Button type="submit" look="primary" busy={start.isPending}>
            {w.tasks.run}
          </Button>
        </Form>
      )}
      {start.error && <Failed error={start.error} />}
      {run && <Answer run={run} />}
    </section>
  );
}

function Answer({ run }: { readonly run: Schemas['TaskRun'] }) {
  const said = typeof run.response === 'string' ? run.response : JSON.stringify(run.response, null, 2);
  return (
    <div role="status" className="flex flex-col gap-2 border-t pt-3">
      {run.error ? <p className="text-bad">{run.error.message}</p> : <SafeMarkdown text={said ?? ''} />}
      <p className="flex flex-wrap gap-3 text-sm text-quiet">
        {w.tasks.spent(sayNumber(run.total_tokens), sayDecimal(run.charged_credits))}
        <Link to="/runs/$runId" params={{ runId: run.id }} className="text-accent underline">
          {w.tasks.openRun}
        </Link>
      </p>
    </div>
  );
}
