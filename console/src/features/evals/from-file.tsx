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
import { type Of, pathsOf, placeOf } from './kinds.ts';
import { type EvalSet, setChanged } from './queries.ts';

interface Props {
  readonly of: Of;
  readonly set: EvalSet;
  readonly onClose: () => void;
}

/** Adds the cases of a file, all or none; a line that is none is named beside the field. */
export function FromFile({ of, set, onClose }: Props) {
  const scope = useScope();
  const [file, setFile] = useState<File>();
  const send = useMutation({
    mutationFn: () => {
      const path = placeOf(scope, of, { set: set.id });
      return post(pathsOf(of.kind).file, { params: { path }, body: { file } as never });
    },
    onSuccess: (after) => {
      showToast(w.evals.taken(after.case_count - set.case_count));
      setChanged(set.id);
      onClose();
    },
  });
  return (
    <Dialog title={w.evals.addFile} onClose={onClose}>
      <Form onSubmit={() => send.mutate()}>
        <TextField
          label={w.evals.file}
          hint={of.kind === 'task' ? w.evals.fileTask : w.evals.fileAgent}
          path="file"
          error={send.error}
          type="file"
          accept=".csv,.jsonl,.ndjson"
          required
          onChange={(event) => {
            send.reset();
            setFile(event.target.files?.[0]);
          }}
        />
        <FormError error={send.error} fieldPaths={['file']} />
        <Button type="submit" variant="primary" isPending={send.isPending} disabled={!file}>
          {w.evals.add}
        </Button>
      </Form>
    </Dialog>
  );
}
