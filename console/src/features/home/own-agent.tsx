import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AGENT, PROJECT } from '../../../../client/prefixes.ts';
import { post, type Schemas } from '../../lib/api.ts';
import { formatCredits } from '../../lib/numbers.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NameField, TextareaField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { w } from '../../words/index.ts';
import { useDefaultModel } from '../agents/use-default-model.ts';
import { ModelField } from '../models/model-field.tsx';
import { agentRunQuery } from '../runs/queries.ts';
import { FINAL_STATUSES, RunStatusBadge } from '../runs/run-status.tsx';
import type { RunAddress } from '../runs/use-run-steps.ts';

interface Draft {
  readonly name: string;
  readonly llm_model_id: string;
  readonly instruction: string;
  readonly message: string;
}

/** Creates the newcomer's own agent, asks it a question, and shows the answer. */
export function OwnAgentDialog({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const [given, setDraft] = useState<Draft>({
    name: w.home.ownName,
    llm_model_id: '',
    instruction: w.home.ownInstruction,
    message: w.home.ownMessage,
  });
  const defaultModel = useDefaultModel();
  const draft = given.llm_model_id === '' ? { ...given, llm_model_id: defaultModel ?? '' } : given;
  const create = useMutation({
    mutationFn: async () => {
      const { message, ...fields } = draft;
      const body = { ...fields, builtin_tools: ['calculator', 'current_time'] } as Schemas['AgentCreate'];
      const { id } = (await post(`${PROJECT}/task-agent`, { params: { path: { ...scope } }, body })) as { id: string };
      const path = { ...scope, task_agent_id: id };
      const run = await post(`${AGENT}/run`, {
        params: { path, header: { Prefer: 'respond-async' } },
        body: { message },
      });
      return { ...path, run_id: (run as { id: string }).id };
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['agent', 'list'] }),
  });
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  return (
    <Dialog title={w.home.stepOwn} onClose={onClose}>
      {create.data ? (
        <Answer address={create.data} message={draft.message} />
      ) : (
        <Form onSubmit={() => create.mutate()}>
          <NameField label={w.agents.name} error={create.error} value={draft.name} onChange={(name) => set({ name })} />
          <ModelField
            value={draft.llm_model_id}
            error={create.error}
            onChange={(llm_model_id) => set({ llm_model_id })}
          />
          <TextareaField
            label={w.agents.instruction}
            path="instruction"
            error={create.error}
            required
            rows={3}
            value={draft.instruction}
            onChange={({ target }) => set({ instruction: target.value })}
          />
          <TextareaField
            label={w.home.ownQuestion}
            path="message"
            error={create.error}
            required
            rows={2}
            value={draft.message}
            onChange={({ target }) => set({ message: target.value })}
          />
          <FormError error={create.error} fieldPaths={['name', 'llm_model_id', 'instruction', 'message']} />
          <Button type="submit" variant="primary" isPending={create.isPending}>
            {w.home.createAndAsk}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}

/** The answer of the new agent, with its time and cost. */
function Answer({ address, message }: { readonly address: RunAddress; readonly message: string }) {
  const run = useQuery(agentRunQuery(address)).data;
  const isOver = run !== undefined && FINAL_STATUSES.includes(run.status);
  return (
    <div className="flex flex-col gap-3">
      <p dir="auto" className="rounded-md bg-accent-subtle px-3 py-2 break-words">
        {message}
      </p>
      <div role="status" className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {run && <RunStatusBadge status={run.status} />}
        {run && isOver && (
          <span>
            {formatDuration(run.duration_ms ?? 0)} · {w.runs.credits({ n: formatCredits(run.tree_charged_credits) })}
          </span>
        )}
      </div>
      {run?.output != null && <SafeMarkdown text={run.output} />}
      {run?.error && (
        <p className="text-danger">
          <ReasonText {...run.error} />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Link
          to="/agents/$agentId"
          params={{ agentId: address.task_agent_id }}
          className={getButtonClassName('primary')}
        >
          {w.home.openAgent}
        </Link>
        <Link to="/runs/$runId" params={{ runId: address.run_id }} className={getButtonClassName()}>
          {w.home.seeRun}
        </Link>
      </div>
    </div>
  );
}
