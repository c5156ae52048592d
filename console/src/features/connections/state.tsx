import { formatNumber } from '../../lib/numbers.ts';
import { translateOrKeep } from '../../lib/translate-sentence.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';
import type { Integration, McpServer, McpTool } from './queries.ts';

/** How a connection stands, for who looks at many: what needs somebody comes first. */
export interface Standing {
  readonly tone: Tone;
  readonly said: string;
  readonly needsSomebody: boolean;
}

const standing = (tone: Tone, said: string, needsSomebody = tone === 'warn' || tone === 'bad'): Standing => ({
  tone,
  said,
  needsSomebody,
});

export function standingOfServer(server: McpServer): Standing {
  const { enabled, auth_type, auth_status, changed_tool_count } = server;
  if (!enabled) return standing('quiet', w.connections.switchedOff);
  if (auth_status === 'failed') return standing('bad', w.connections.error);
  if (auth_status === 'needs_authorization')
    return standing('warn', auth_type === 'api_key' ? w.connections.needsKey : w.connections.needsConsent);
  if (changed_tool_count > 0) return standing('warn', w.connections.toolsChanged(formatNumber(changed_tool_count)));
  return standing('good', w.connections.connected);
}

/** Why a server does not work, where its state alone does not say it. */
export function whyOfServer({ auth_type, auth_status, auth_message }: McpServer): string | null {
  const isSaid = auth_message === null || (auth_status === 'needs_authorization' && auth_type !== 'api_key');
  return isSaid ? null : translateOrKeep(auth_message);
}

export function standingOfIntegration({ type, status }: Pick<Integration, 'type' | 'status'>): Standing {
  if (status === 'authorized') return standing('good', w.connections.connected);
  if (status === 'failed') return standing('bad', w.connections.error);
  if (status === 'disconnected') return standing('quiet', w.connections.disconnected, true);
  return standing('warn', type === 'openapi' ? w.connections.needsKey : w.connections.needsConsent);
}

export function StandingSign({ of: { tone, said } }: { readonly of: Standing }) {
  return <StatusBadge tone={tone}>{said}</StatusBadge>;
}

/** What of a tool waits for a person, or why agents have it or not. */
export function ToolSign({ tool: { status, offered, enabled, unfit } }: { readonly tool: McpTool }) {
  if (status === 'gone') return <StatusBadge tone="quiet">{w.connections.tool.gone}</StatusBadge>;
  if (status === 'new') return <StatusBadge tone="info">{w.connections.tool.new}</StatusBadge>;
  if (unfit !== null) return <StatusBadge tone="bad">{w.connections.tool.unfit}</StatusBadge>;
  if (status === 'changed')
    return offered ? (
      <StatusBadge tone="warn">{w.connections.tool.changed}</StatusBadge>
    ) : (
      <StatusBadge tone="quiet">{w.connections.tool.refused}</StatusBadge>
    );
  return enabled ? (
    <StatusBadge tone="good">{w.connections.tool.on}</StatusBadge>
  ) : (
    <StatusBadge tone="quiet">{w.connections.tool.off}</StatusBadge>
  );
}
