import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextareaField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { type EvalSubject, getEvalPathParams, getEvalPaths } from './eval-kinds.ts';
import { evalSetsQuery, invalidateSet } from './queries.ts';

interface Props {
  readonly subject: EvalSubject;
  readonly runId: string;
}

/** Adds a run to an eval set, with an expected output where the run's output was wrong. */
export function AddToEvalSetButton(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (!useHasPermission(props.subject.kind, 'edit', props.subject.id)) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{w.evals.takeIntoSet}</Button>
      {isOpen && <AddToEvalSetDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AddToEvalSetDialog({ subject, runId, onClose }: Props & { readonly onClose: () => void }) {
  const scope = useScope();
  const sets = useQuery(evalSetsQuery(scope, subject)).data;
  const [setId, setSetId] = useState('');
  const [expected, setExpected] = useState('');
  const add = useMutation({
    mutationFn: () => {
      const body = { reference_run_id: runId, ...(expected.trim() === '' ? {} : { expected }) };
      return post(getEvalPaths(subject.kind).cases, {
        params: { path: getEvalPathParams(scope, subject, { setId }) },
        body: body as never,
      });
    },
    onSuccess: () => invalidateSet(setId),
  });
  const { kind, id: ofId } = subject;
  return (
    <Dialog title={w.evals.takeIntoSet} onClose={onClose}>
      {add.data ? (
        <p role="status" className="flex flex-wrap gap-2">
          {w.evals.taken({ n: 1 })}
          <Link to="/evals/$kind/$ofId/sets/$setId" params={{ kind, ofId, setId: setId }} className="link">
            {w.evals.openSet}
          </Link>
        </p>
      ) : (
        <Form onSubmit={() => add.mutate()}>
          {sets?.length === 0 && <p className="text-muted">{w.evals.noSets}</p>}
          <SelectField
            label={w.evals.whichSet}
            required
            value={setId}
            onChange={(event) => setSetId(event.target.value)}
          >
            <option value="">{w.evals.chooseSet}</option>
            {sets?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextareaField
            label={w.evals.expectation}
            hint={w.evals.takeHint}
            path="expected"
            error={add.error}
            rows={3}
            value={expected}
            onChange={(event) => setExpected(event.target.value)}
          />
          <FormError error={add.error} fieldPaths={['expected']} />
          <Button type="submit" variant="primary" isPending={add.isPending}>
            {w.evals.takeNow}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}
