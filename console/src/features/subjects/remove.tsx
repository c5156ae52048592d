import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AGENT, TASK } from '../../../../client/prefixes.ts';
import { del } from '../../lib/api.ts';
import { deleting } from '../../lib/live.ts';
import { queries } from '../../lib/query.ts';
import { useMay } from '../../lib/rights.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { RepeatName } from '../../ui/repeat-name.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';

/** Deletes a task or an agent, for those who may. Shared by both. */
export function RemoveSubject({ subject }: { readonly subject: Subject }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const isTask = subject.kind === 'task';
  const remove = useMutation({
    mutationFn: () => deleting(subject.id, () => removed(scope, subject)),
    onSuccess: async () => {
      toast(w.ui.deleted(subject.name));
      await navigate({ to: isTask ? '/tasks' : '/agents' });
      const room = isTask ? 'task' : 'agent';
      queries.removeQueries({ queryKey: [room, subject.id] });
      void queries.invalidateQueries({ queryKey: [room, 'list'] });
    },
  });
  if (!useMay(subject.kind, 'delete', subject.id)) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{w.ui.delete}</Button>
      {asking && (
        <RepeatName
          title={w.ui.deleteNamed(subject.name)}
          name={subject.name}
          act={w.ui.delete}
          busy={remove.isPending}
          error={remove.error}
          onAct={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          {isTask ? w.tasks.removeHint : w.agents.removeHint}
        </RepeatName>
      )}
    </>
  );
}

function removed(scope: Scope, { kind, id }: Subject): Promise<unknown> {
  return kind === 'task'
    ? del(TASK, { params: { path: { ...scope, task_id: id } } })
    : del(AGENT, { params: { path: { ...scope, task_agent_id: id } } });
}
