import { getRouteApi } from '@tanstack/react-router';
import { getRevisionName, toShortRevisionId } from '../../lib/revision-names.ts';
import { Button } from '../../ui/button.tsx';
import { RevisionComparison } from '../../ui/revision-comparison.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { ActivationError } from '../evals/activation-error.tsx';
import { RevisionAuthor } from '../subjects/revision-author.tsx';
import { toComparable } from './draft.ts';
import { type Agent, toSubject } from './queries.ts';
import { useActivation } from './use-activation.ts';
import { useReferencedNames } from './use-referenced-names.ts';

const route = getRouteApi('/in/agents/$agentId');

interface Props {
  readonly agent: Agent;
  readonly canEdit: boolean;
}

/** Lists an agent's revisions, activates one and compares two. */
export function AgentRevisions({ agent, canEdit }: Props) {
  const search = route.useSearch();
  const names = useReferencedNames(agent.revisions);
  const activate = useActivation(agent);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-2">
          {agent.revisions.map((revision) => (
            <li key={revision.id} className="flex flex-wrap items-center gap-3 rounded-md border bg-surface px-3 py-2">
              <span className="font-semibold tabular-nums">{getRevisionName(revision, agent.revisions)}</span>
              <Time at={revision.created} />
              <RevisionAuthor revision={revision} />
              <code className="me-auto font-mono text-sm text-muted">{toShortRevisionId(revision)}</code>
              {revision.active ? (
                <StatusBadge tone="good">{w.agents.active}</StatusBadge>
              ) : (
                canEdit && (
                  <Button
                    isSmall
                    isPending={activate.isPending && activate.variables.id === revision.id}
                    onClick={() => activate.mutate({ id: revision.id })}
                  >
                    {w.agents.activate}
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
        <ActivationError
          subject={toSubject(agent)}
          revisions={agent.revisions}
          error={activate.error}
          isPending={activate.isPending}
          onOverride={(overrideReason) =>
            activate.variables && activate.mutate({ id: activate.variables.id, overrideReason })
          }
        />
      </div>
      <RevisionComparison
        revisions={agent.revisions}
        search={search}
        toComparable={toComparable}
        fieldLabels={getFieldLabels()}
        names={names}
      />
    </div>
  );
}

/** Returns the labels of a revision's fields, as in the form. */
function getFieldLabels(): Readonly<Record<string, string>> {
  return {
    ...w.agents.kindNames,
    ...w.agents.fields,
    instruction: w.agents.instruction,
    llm_model_id: w.agents.model,
    llm_config: w.building.modelSettingsOf,
    fallback_llm_model_id: w.building.fallback,
    fallback_llm_config: w.building.fallbackSettings,
    max_wait: w.building.maxWait,
    builtin_tools: w.agents.tools,
    approval_policy: w.agents.policy,
    guardrails: w.building.guardrails,
  };
}
