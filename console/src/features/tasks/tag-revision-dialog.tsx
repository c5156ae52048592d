import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { parseNames } from './draft.ts';
import { type TaskRevision, taskQuery } from './queries.ts';

interface Props {
  readonly taskId: string;
  readonly revision: TaskRevision;
  /** Number of the revision. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Sets the tags of a revision, which runs can reference. Does not create a revision. */
export function TagRevisionDialog({ taskId, revision, name, onClose }: Props) {
  const scope = useScope();
  const [tags, setTags] = useState(() => revision.tags.map(({ name }) => name).join(', '));
  const save = useMutation({
    mutationFn: () =>
      post(`${TASK}/revision/{task_revision_id}/tags`, {
        params: { path: { ...scope, task_id: taskId, task_revision_id: revision.id } },
        body: { revision_tags: parseNames(tags) },
      }),
    onSuccess: () => {
      onClose();
      showToast(w.tasks.tagged);
      // The API may have moved a tag from another revision.
      void queryClient.invalidateQueries({ queryKey: taskQuery(scope, taskId).queryKey });
    },
  });
  return (
    <MutationDialog
      title={w.tasks.tagRevisionNamed({ name })}
      mutation={save}
      submitLabel={w.tasks.save}
      fieldPaths={['revision_tags']}
      onClose={onClose}
    >
      <TextField
        label={w.tasks.revisionTags}
        hint={w.tasks.tagRevisionHint}
        path="revision_tags"
        error={save.error}
        value={tags}
        onChange={(event) => setTags(event.target.value)}
      />
    </MutationDialog>
  );
}
