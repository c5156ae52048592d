import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { NameField, TextareaField } from '../../ui/field.tsx';
import { FlaskConical } from '../../ui/icons.ts';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { parseExpected } from '../evals/case-dialog.tsx';
import { getEvalPathParams, getEvalPaths } from '../evals/eval-kinds.ts';
import { invalidateSet } from '../evals/queries.ts';
import type { TestSet } from './use-test-set.ts';

interface Props {
  readonly testSet: TestSet;
  /** Fields of a case that hold the input. Undefined if there is none yet. */
  readonly input: object | undefined;
  /** Output of the last run. */
  readonly output: unknown;
}

/** Keeps the input of a test as a case of the eval set. */
export function KeepCaseButton(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button disabled={props.input === undefined} onClick={() => setIsOpen(true)}>
        <FlaskConical className="size-4" /> {w.tasks.test.keep}
      </Button>
      {isOpen && <KeepCaseDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function KeepCaseDialog({ testSet, input, output, onClose }: Props & { readonly onClose: () => void }) {
  const scope = useScope();
  const [name, setName] = useState('');
  const [expected, setExpected] = useState('');
  const keep = useMutation({
    mutationFn: async () => {
      const body = {
        name,
        ...input,
        ...(expected.trim() === '' ? {} : { expected: parseExpected(expected, output) }),
      };
      const setId = await testSet.getSetId();
      const path = getEvalPathParams(scope, testSet.subject, { setId });
      await post(getEvalPaths(testSet.subject.kind).cases, { params: { path }, body: body as never });
      return setId;
    },
    onSuccess: (setId) => {
      invalidateSet(setId);
      showToast(w.tasks.test.kept({ name }));
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.tasks.test.keep}
      mutation={keep}
      submitLabel={w.tasks.test.keep}
      fieldPaths={['name', 'expected']}
      onClose={onClose}
    >
      <NameField label={w.evals.name} error={keep.error} value={name} onChange={setName} />
      <TextareaField
        label={w.evals.expectation}
        hint={w.tasks.test.expectedHint}
        path="expected"
        error={keep.error}
        rows={3}
        value={expected}
        onChange={({ target }) => setExpected(target.value)}
      />
      {output !== undefined && output !== null && (
        <div>
          <Button
            isSmall
            onClick={() => setExpected(typeof output === 'string' ? output : JSON.stringify(output, null, 2))}
          >
            {w.tasks.test.useOutput}
          </Button>
        </div>
      )}
    </MutationDialog>
  );
}
