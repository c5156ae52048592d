import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AGENT, TASK } from '../../../../client/prefixes.ts';
import { post, type Schemas } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { findFieldError, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { EvalSet } from './queries.ts';

export type ReleaseGate = Schemas['ReleaseGate'];

interface Props {
  readonly subject: Subject;
  readonly gate: ReleaseGate | null;
  readonly sets: readonly EvalSet[];
  readonly canEdit: boolean;
}

/** Edits the release gate that a revision must pass before activation. */
export function ReleaseGateForm({ subject, gate, sets, canEdit }: Props) {
  const scope = useScope();
  const [setId, setSetId] = useState(gate?.eval_set_id ?? '');
  const [percent, setPercent] = useState(String((gate?.min_pass_rate ?? 0.9) * 100));
  const save = useMutation({
    mutationFn: () =>
      saveReleaseGate(
        scope,
        subject,
        setId === '' ? null : { eval_set_id: setId, min_pass_rate: Number(percent) / 100 },
      ),
    onSuccess: (updatedSubject) => {
      queryClient.setQueryData([subject.kind === 'task' ? 'task' : 'agent', subject.id], updatedSubject);
      showToast(setId === '' ? w.evals.gateGone : w.evals.gateSaved);
    },
  });
  const errorFields = ['release_gate.eval_set_id', 'release_gate.min_pass_rate'];
  return (
    <Section title={w.evals.gate} hint={w.evals.gateHint}>
      <Form className="flex flex-wrap items-start gap-4" onSubmit={() => save.mutate()}>
        <SelectField
          label={w.evals.gateSet}
          disabled={!canEdit}
          path="release_gate.eval_set_id"
          error={save.error}
          value={setId}
          onChange={(event) => setSetId(event.target.value)}
        >
          <option value="">{w.evals.noGate}</option>
          {setId !== '' && !sets.some(({ id }) => id === setId) && <option value={setId}>{w.evals.goneSet}</option>}
          {sets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {setId !== '' && (
          <TextField
            label={w.evals.gateRate}
            disabled={!canEdit}
            path="release_gate.min_pass_rate"
            error={save.error}
            type="number"
            min={0}
            max={100}
            step="any"
            required
            className="max-w-40"
            value={percent}
            onChange={(event) => setPercent(event.target.value)}
          />
        )}
        {canEdit && (
          <Button type="submit" className="mt-7" isPending={save.isPending}>
            {w.evals.saveGate}
          </Button>
        )}
      </Form>
      {save.error && !errorFields.some((field) => findFieldError(save.error, field)) && (
        <ErrorAlert error={save.error} permissionHint={w.evals.gateOwners} />
      )}
    </Section>
  );
}

function saveReleaseGate(scope: Scope, { kind, id }: Subject, release_gate: ReleaseGate | null): Promise<unknown> {
  const body = { release_gate };
  return kind === 'task'
    ? post(TASK, { params: { path: { ...scope, task_id: id } }, body })
    : post(AGENT, { params: { path: { ...scope, task_agent_id: id } }, body });
}
