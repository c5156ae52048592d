import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { type EvalSubject, getEvalPathParams, getEvalPaths } from './eval-kinds.ts';
import { type EvalSet, invalidateSet } from './queries.ts';

interface Props {
  readonly subject: EvalSubject;
  readonly set: EvalSet;
  readonly onClose: () => void;
}

/** Imports the cases of a file. One invalid line rejects the whole file; its error appears below the field. */
export function CasesFromFile({ subject, set, onClose }: Props) {
  const scope = useScope();
  const [file, setFile] = useState<File>();
  const upload = useMutation({
    mutationFn: () => {
      const path = getEvalPathParams(scope, subject, { setId: set.id });
      return post(getEvalPaths(subject.kind).file, { params: { path }, body: { file } as never });
    },
    onSuccess: (updatedSet) => {
      showToast(w.evals.taken({ n: updatedSet.case_count - set.case_count }));
      invalidateSet(set.id);
      onClose();
    },
  });
  return (
    <Dialog title={w.evals.addFile} onClose={onClose}>
      <Form onSubmit={() => upload.mutate()}>
        <TextField
          label={w.evals.file}
          hint={subject.kind === 'task' ? w.evals.fileTask : w.evals.fileAgent}
          path="file"
          error={upload.error}
          type="file"
          accept=".csv,.jsonl,.ndjson"
          required
          onChange={(event) => {
            upload.reset();
            setFile(event.target.files?.[0]);
          }}
        />
        <FormError error={upload.error} fieldPaths={['file']} />
        <Button type="submit" variant="primary" isPending={upload.isPending} disabled={!file}>
          {w.evals.add}
        </Button>
      </Form>
    </Dialog>
  );
}
