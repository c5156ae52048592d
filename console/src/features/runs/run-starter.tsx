import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getMemberId, usePeople } from '../../lib/members.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useCurrentUser, useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { w } from '../../words/index.ts';
import { triggersQuery } from '../triggers/queries.ts';
import type { AgentRun, TaskRun } from './queries.ts';

interface Props {
  readonly run: Pick<AgentRun, 'trigger_type' | 'trigger_id' | 'created_by'> &
    Partial<Pick<AgentRun, 'parent'> & Pick<TaskRun, 'context_id'>>;
  /** The task or agent of the run. */
  readonly subject: Pick<Subject, 'kind' | 'id'>;
}

/** What started a run, with a link: its parent run, an eval, a trigger, or a person by a protocol. */
export function RunStarter({ run, subject: { kind, id: ofId } }: Props) {
  const { trigger_type: type, trigger_id: triggerId, parent, context_id: contextId } = run;
  // The context of a task run that an agent starts is the agent's run.
  const parentId = parent?.task_agent_run_id ?? (type === 'task_agent' ? contextId : undefined);
  if (parentId)
    return (
      <Link to="/runs/$runId" params={{ runId: parentId }} className="link">
        {w.runs.parent}
      </Link>
    );
  const protocol = w.runs.starters[type as keyof typeof w.runs.starters] ?? type;
  if (type === 'eval' && triggerId !== null)
    return (
      <Link to="/evals/$kind/$ofId/runs/$evalId" params={{ kind, ofId, evalId: triggerId }} className="link">
        {protocol}
      </Link>
    );
  if (triggerId !== null) return <TriggerLink triggerId={triggerId} />;
  return <Person member={run.created_by} protocol={protocol} />;
}

/** The person who started a run, if the user can see them, and by which protocol. */
function Person({ member, protocol }: { readonly member: string; readonly protocol: string }) {
  const people = usePeople().data;
  const user = useCurrentUser();
  const id = getMemberId(member);
  const known = people?.find((person) => getMemberId(person.member) === id);
  const name = known?.name ?? (user?.user_id === id ? user.name : undefined);
  if (member.startsWith('project:')) return `${w.runs.startedByClient} (${protocol})`;
  if (name === undefined) return protocol;
  return (
    <>
      {known ? (
        <Link to="/people" className="link break-words">
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      ({protocol})
    </>
  );
}

function TriggerLink({ triggerId }: { readonly triggerId: string }) {
  const canView = useHasPermission('project', 'view');
  const triggers = useQuery({ ...triggersQuery(useScope()), enabled: canView === true }).data ?? [];
  const trigger = triggers.find(({ id }) => id === triggerId);
  if (!trigger) return <CopyableId id={triggerId} />;
  return (
    <Link to="/triggers/$type/$triggerId" params={{ type: trigger.type, triggerId }} className="link break-words">
      {trigger.name}
    </Link>
  );
}
