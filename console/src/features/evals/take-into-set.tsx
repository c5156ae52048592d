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
import { type Of, pathsOf, placeOf } from './kinds.ts';
import { evalSets, setChanged } from './queries.ts';

interface Props {
  readonly of: Of;
  readonly runId: string;
}

/** Makes a case of a run, with what it should have answered where that was something else. Shared with the run view. */
export function TakeIntoSet(props: Props) {
  const [asking, setAsking] = useState(false);
  if (!useHasPermission(props.of.kind, 'edit', props.of.id)) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{w.evals.takeIntoSet}</Button>
      {asking && <Asking {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function Asking({ of, runId, onClose }: Props & { readonly onClose: () => void }) {
  const scope = useScope();
  const sets = useQuery(evalSets(scope, of)).data;
  const [set, setSet] = useState('');
  const [expected, setExpected] = useState('');
  const take = useMutation({
    mutationFn: () => {
      const body = { reference_run_id: runId, ...(expected.trim() === '' ? {} : { expected }) };
      return post(pathsOf(of.kind).cases, { params: { path: placeOf(scope, of, { set }) }, body: body as never });
    },
    onSuccess: () => setChanged(set),
  });
  const { kind, id: ofId } = of;
  return (
    <Dialog title={w.evals.takeIntoSet} onClose={onClose}>
      {take.data ? (
        <p role="status" className="flex flex-wrap gap-2">
          {w.evals.taken(1)}
          <Link
            to="/evals/$kind/$ofId/sets/$setId"
            params={{ kind, ofId, setId: set }}
            className="text-accent underline"
          >
            {w.evals.openSet}
          </Link>
        </p>
      ) : (
        <Form onSubmit={() => take.mutate()}>
          {sets?.length === 0 && <p className="text-muted">{w.evals.noSets}</p>}
          <SelectField label={w.evals.whichSet} required value={set} onChange={(event) => setSet(event.target.value)}>
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
            error={take.error}
            rows={3}
            value={expected}
            onChange={(event) => setExpected(event.target.value)}
          />
          <FormError error={take.error} fieldPaths={['expected']} />
          <Button type="submit" variant="primary" isPending={take.isPending}>
            {w.evals.takeNow}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}
