import { useMutation } from '@tanstack/react-query';
import { AGENT } from '../../../../client/prefixes.ts';
import { post, type Schemas } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ServerText } from '../../ui/reason-text.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';
import { UsedByAgents } from '../agents/used-by-agents.tsx';

type Agent = Schemas['Agent'];
type Provisioning = Schemas['Provisioning'];

interface Props {
  /** Id of the skill. */
  readonly id: string;
  readonly mayEdit: boolean;
}

/** The agents that have a skill, and how what it needs stands at each. */
export function SkillUse({ id, mayEdit }: Props) {
  return <UsedByAgents id={id} renderDetails={(agent) => <NeedsAt agent={agent} skillId={id} mayEdit={mayEdit} />} />;
}

interface NeedsProps {
  readonly agent: Agent;
  readonly skillId: string;
  readonly mayEdit: boolean;
}

function NeedsAt({ agent, skillId, mayEdit }: NeedsProps) {
  const revision = agent.revisions.find(({ active }) => active);
  const needs = revision?.provisioning.filter(({ skill_id }) => skill_id === skillId) ?? [];
  if (!revision || needs.length === 0) return <p className="text-sm text-muted">{w.skills.needsNothing}</p>;
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-1">
        {needs.map((need) => (
          <Need key={need.id} need={need} />
        ))}
      </ul>
      {mayEdit && <LookAgain agentId={agent.id} revisionId={revision.id} name={agent.name} />}
    </div>
  );
}

const TONES: Readonly<Record<Provisioning['status'], Tone>> = {
  pending: 'quiet',
  provisioned: 'good',
  needs_authorization: 'warn',
  missing: 'bad',
  failed: 'bad',
};

function Need({ need: { dependency, required, status, next_step } }: { readonly need: Provisioning }) {
  const { type, name, integration_type, server_url } = dependency as Readonly<Record<string, string | undefined>>;
  const types: Readonly<Record<string, string>> = w.skills.dependencies;
  const named = [types[type ?? ''] ?? type, name ?? integration_type ?? server_url];
  return (
    <li className="flex flex-wrap items-center gap-2 text-sm">
      <StatusBadge tone={TONES[status]}>{w.skills.provisioning[status]}</StatusBadge>
      <span dir="auto" className="break-all">
        {named.filter(Boolean).join(' ')}
      </span>
      {!required && <span className="text-muted">{w.skills.optional}</span>}
      {next_step && (
        <span className="basis-full break-words text-muted">
          <ServerText text={next_step} />
        </span>
      )}
    </li>
  );
}

interface LookProps {
  readonly agentId: string;
  readonly revisionId: string;
  readonly name: string;
}

/** Looks for what the skills of an agent need, and makes what can be made; how it goes on comes by itself. */
function LookAgain({ agentId, revisionId, name }: LookProps) {
  const path = { ...useScope(), task_agent_id: agentId, revision_id: revisionId };
  const look = useMutation({
    mutationFn: () => post(`${AGENT}/revision/{revision_id}/provision`, { params: { path } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['provisioning', 'list'] }),
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        isSmall
        isPending={look.isPending}
        aria-label={w.skills.provisionNamed(name)}
        onClick={() => look.mutate()}
      >
        {w.skills.provision}
      </Button>
      {look.error && <ErrorAlert error={look.error} />}
    </div>
  );
}
