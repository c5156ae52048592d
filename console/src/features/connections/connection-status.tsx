import { getMessageText } from '../../lib/messages.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';
import type { Integration, McpServer, McpTool } from './queries.ts';

/** Status of a connection for lists. */
export interface ConnectionStatus {
  readonly tone: Tone;
  readonly label: string;
  readonly needsAttention: boolean;
}

const createStatus = (
  tone: Tone,
  label: string,
  needsAttention = tone === 'warn' || tone === 'bad',
): ConnectionStatus => ({
  tone,
  label,
  needsAttention,
});

export function getServerStatus(server: McpServer): ConnectionStatus {
  const { enabled, auth_type, auth_status, changed_tool_count } = server;
  if (!enabled) return createStatus('quiet', w.connections.disabled);
  if (auth_status === 'failed') return createStatus('bad', w.connections.error);
  if (auth_status === 'needs_authorization')
    return createStatus(
      'warn',
      auth_type === 'api_key' ? w.connections.apiKeyRequired : w.connections.authorizationRequired,
    );
  if (changed_tool_count > 0)
    return createStatus('warn', w.connections.toolsChanged({ count: formatNumber(changed_tool_count) }));
  return createStatus('good', w.connections.connected);
}

/** Returns the reason why a server does not work, unless its status already says it. */
export function getServerStatusReason({ auth_type, auth_status, auth_message, ...server }: McpServer): string | null {
  const isImplied = auth_message === null || (auth_status === 'needs_authorization' && auth_type !== 'api_key');
  return isImplied
    ? null
    : getMessageText({ msg: auth_message, code: server.auth_message_code, params: server.auth_message_params });
}

export function getIntegrationStatus({ type, status }: Pick<Integration, 'type' | 'status'>): ConnectionStatus {
  if (status === 'authorized') return createStatus('good', w.connections.connected);
  if (status === 'failed') return createStatus('bad', w.connections.error);
  if (status === 'disconnected') return createStatus('quiet', w.connections.disconnected, true);
  return createStatus('warn', type === 'openapi' ? w.connections.apiKeyRequired : w.connections.authorizationRequired);
}

export function ConnectionStatusBadge({ status: { tone, label } }: { readonly status: ConnectionStatus }) {
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** Shows whether agents are offered a tool, or which review it needs. */
export function ToolStatusBadge({ tool: { status, offered, enabled, unfit } }: { readonly tool: McpTool }) {
  if (status === 'gone') return <StatusBadge tone="quiet">{w.connections.toolStates.gone}</StatusBadge>;
  if (status === 'new') return <StatusBadge tone="info">{w.connections.toolStates.new}</StatusBadge>;
  if (unfit !== null) return <StatusBadge tone="bad">{w.connections.toolStates.incompatible}</StatusBadge>;
  if (status === 'changed')
    return offered ? (
      <StatusBadge tone="warn">{w.connections.toolStates.changed}</StatusBadge>
    ) : (
      <StatusBadge tone="quiet">{w.connections.toolStates.refused}</StatusBadge>
    );
  return enabled ? (
    <StatusBadge tone="good">{w.connections.toolStates.on}</StatusBadge>
  ) : (
    <StatusBadge tone="quiet">{w.connections.toolStates.off}</StatusBadge>
  );
}
