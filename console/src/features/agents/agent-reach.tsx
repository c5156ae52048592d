import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatRoles } from '../../lib/roles.ts';
import { CircleCheck, Library, type LucideIcon, ShieldCheck, Users, Wrench } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import type { NamedResource } from '../people/permissions.ts';
import { AgentRunners } from './agent-runners.tsx';
import type { AgentDraft } from './draft.ts';
import type { DryRunTool } from './queries.ts';
import { usePolicyPreview } from './use-policy-preview.ts';
import { useReferencedNames } from './use-referenced-names.ts';

/** Roles that decide requests of a rule that names none. */
const DEFAULT_APPROVERS: readonly string[] = ['owner', 'editor'];
/** Maximum number of names. The sections have all. */
const MAX_NAMES = 4;

/** Shows what an agent reaches: its tools, with and without approval, its data, who approves, and who can run it. */
export function AgentReach({ agent, draft }: { readonly agent: NamedResource; readonly draft: AgentDraft }) {
  const tools = usePolicyPreview(draft).data?.tools ?? [];
  const names = useReferencedNames([draft]);
  const asking = tools.filter(needsApproval);
  const collections = draft.collections.map(
    ({ collection_id: id }) => names.get(String(id)) ?? `…${String(id).slice(-6)}`,
  );
  const approvers = draft.approval_policy.rules
    .filter(({ mode }) => mode !== 'never')
    .flatMap((rule): readonly string[] => rule.approvers ?? DEFAULT_APPROVERS);
  const deciders = approvers.length === 0 ? DEFAULT_APPROVERS : [...new Set(approvers)];
  return (
    <section
      aria-label={w.builder.reach.title}
      className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border bg-surface p-4 text-sm shadow-sm sm:grid-cols-3 xl:grid-cols-5"
    >
      <Part icon={Wrench} title={w.builder.reach.free}>
        {formatNames(tools.filter((tool) => !needsApproval(tool)).map(({ tool_name: name }) => name))}
      </Part>
      <Part icon={ShieldCheck} title={w.builder.reach.asking}>
        {formatNames(asking.map(({ tool_name: name }) => name))}
      </Part>
      <Part icon={Library} title={w.builder.reach.data}>
        {formatNames(collections)}
      </Part>
      <Part icon={CircleCheck} title={w.builder.reach.approvers}>
        {asking.length === 0 ? w.building.none : formatRoles(deciders)}
      </Part>
      <Part icon={Users} title={w.builder.reach.runners}>
        <AgentRunners agent={agent} />{' '}
        <Link to="." search={{ tab: 'access' }} className="link">
          {w.builder.reach.access}
        </Link>
      </Part>
    </section>
  );
}

/** Whether some calls of a tool require approval. */
const needsApproval = ({ cases }: DryRunTool) => cases.some(({ asks }) => asks);

function formatNames(names: readonly string[]): string {
  if (names.length === 0) return w.building.none;
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? w.builder.reach.andMore({ names: shown, n: names.length - MAX_NAMES }) : shown;
}

interface PartProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ icon: Icon, title, children }: PartProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h2 className="flex items-center gap-1.5 font-medium">
        <Icon className="size-4 shrink-0 text-muted" /> {title}
      </h2>
      <p className="break-words text-muted">{children}</p>
    </div>
  );
}
