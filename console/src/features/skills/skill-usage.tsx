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
  /** ID of the skill. */
  readonly skillId: string;
  readonly canEdit: boolean;
}

/** Lists the agents that use a skill, with the status of its requirements. */
export function SkillUsage({ skillId, canEdit }: Props) {
  return (
    <UsedByAgents
      id={skillId}
      renderDetails={(agent) => <AgentRequirements agent={agent} skillId={skillId} canEdit={canEdit} />}
    />
  );
}

interface AgentRequirementsProps {
  readonly agent: Agent;
  readonly skillId: string;
  readonly canEdit: boolean;
}

function AgentRequirements({ agent, skillId, canEdit }: AgentRequirementsProps) {
  const revision = agent.revisions.find(({ active }) => active);
  const requirements = revision?.provisioning.filter(({ skill_id }) => skill_id === skillId) ?? [];
  if (!revision || requirements.length === 0) return <p className="text-sm text-muted">{w.skills.noRequirements}</p>;
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-1">
        {requirements.map((requirement) => (
          <RequirementItem key={requirement.id} requirement={requirement} />
        ))}
      </ul>
      {canEdit && <ProvisionButton agentId={agent.id} revisionId={revision.id} name={agent.name} />}
    </div>
  );
}

const STATUS_TONES: Readonly<Record<Provisioning['status'], Tone>> = {
  pending: 'quiet',
  provisioned: 'good',
  needs_authorization: 'warn',
  missing: 'bad',
  failed: 'bad',
};

function RequirementItem({
  requirement: { dependency, required, status, next_step, next_step_code: code, next_step_params: params },
}: {
  readonly requirement: Provisioning;
}) {
  const { type, name, integration_type, server_url } = dependency as Readonly<Record<string, string | undefined>>;
  const types: Readonly<Record<string, string>> = w.skills.dependencies;
  const nameParts = [types[type ?? ''] ?? type, name ?? integration_type ?? server_url];
  return (
    <li className="flex flex-wrap items-center gap-2 text-sm">
      <StatusBadge tone={STATUS_TONES[status]}>{w.skills.provisioning[status]}</StatusBadge>
      <span dir="auto" className="break-all">
        {nameParts.filter(Boolean).join(' ')}
      </span>
      {!required && <span className="text-muted">{w.skills.optional}</span>}
      {next_step && (
        <span className="basis-full break-words text-muted">
          <ServerText text={next_step} code={code} params={params} />
        </span>
      )}
    </li>
  );
}

interface ProvisionButtonProps {
  readonly agentId: string;
  readonly revisionId: string;
  readonly name: string;
}

/** Retries the provisioning of an agent's skills. The change stream reports the progress. */
function ProvisionButton({ agentId, revisionId, name }: ProvisionButtonProps) {
  const path = { ...useScope(), task_agent_id: agentId, revision_id: revisionId };
  const provision = useMutation({
    mutationFn: () => post(`${AGENT}/revision/{revision_id}/provision`, { params: { path } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['provisioning', 'list'] }),
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        isSmall
        isPending={provision.isPending}
        aria-label={w.skills.provisionNamed({ agent: name })}
        onClick={() => provision.mutate()}
      >
        {w.skills.provision}
      </Button>
      {provision.error && <ErrorAlert error={provision.error} />}
    </div>
  );
}
