import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { ActDialog } from '../../ui/act-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { revisionName } from '../../ui/revision-comparison.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { namesIn } from './draft.ts';
import { type TaskRevision, task as taskQuery } from './queries.ts';

interface Props {
  readonly taskId: string;
  readonly revision: TaskRevision;
  readonly onClose: () => void;
}

/** Sets the tags of a revision, by which runs can ask for it; no new one is made. */
export function TagRevision({ taskId, revision, onClose }: Props) {
  const scope = useScope();
  const [tags, setTags] = useState(() => revision.tags.map(({ name }) => name).join(', '));
  const save = useMutation({
    mutationFn: () =>
      post(`${TASK}/revision/{task_revision_id}/tags`, {
        params: { path: { ...scope, task_id: taskId, task_revision_id: revision.id } },
        body: { revision_tags: namesIn(tags) },
      }),
    onSuccess: () => {
      onClose();
      toast(w.tasks.tagged);
      // A tag may have moved off another revision.
      void queries.invalidateQueries({ queryKey: taskQuery(scope, taskId).queryKey });
    },
  });
  return (
    <ActDialog
      title={w.tasks.tagRevisionNamed({ name: revisionName(revision) })}
      act={save}
      submit={w.tasks.save}
      places={['revision_tags']}
      onClose={onClose}
    >
      <TextField
        label={w.tasks.revisionTags}
        hint={w.tasks.tagRevisionHint}
        at="revision_tags"
        error={save.error}
        value={tags}
        onChange={(event) => setTags(event.target.value)}
      />
    </ActDialog>
  );
}
