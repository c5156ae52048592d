import { CircleHelp, ShieldCheck } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';
import { EffectLabel } from '../approvals/badges.tsx';
import { ConnectionStatusBadge } from '../connections/connection-status.tsx';
import type { DryRunTool } from './queries.ts';
import type { Item } from './use-items.ts';

/** Shows the effects of an item's tools, whether they require approval, and the state of its secret. */
export function ItemBadges({ item, tools }: { readonly item: Item; readonly tools: readonly DryRunTool[] }) {
  const own = tools.filter((tool) =>
    item.kind === 'builtin_tools'
      ? tool.tool_type === 'builtin' && tool.tool_name === item.id
      : tool.resource_id === item.id,
  );
  const cases = own.flatMap((tool) => tool.cases);
  const effects = [...new Set(cases.map(({ effect }) => effect))];
  const asking = cases.filter(({ asks }) => asks).length;
  return (
    <span className="flex flex-wrap items-center gap-1 empty:hidden">
      {item.status && <ConnectionStatusBadge status={item.status} />}
      {effects.map((effect) => (
        <EffectLabel key={effect} effect={effect} />
      ))}
      {asking > 0 && (
        <StatusBadge tone="info" icon={asking < cases.length ? CircleHelp : ShieldCheck}>
          {asking < cases.length ? w.agents.someNeedApproval : w.agents.needsApproval}
        </StatusBadge>
      )}
      {own.length > 1 && <span className="text-sm text-muted">{w.agents.toolCount({ n: own.length })}</span>}
    </span>
  );
}
