import { sayNumber } from '../../lib/numbers.ts';
import { translated } from '../../lib/sentences.ts';
import { Status, type Tone } from '../../ui/status.tsx';
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
  if (changed_tool_count > 0) return standing('warn', w.connections.toolsChanged(sayNumber(changed_tool_count)));
  return standing('good', w.connections.connected);
}

/** Why a server does not work, where its state alone does not say it. */
export function whyOfServer({ auth_type, auth_status, auth_message }: McpServer): string | null {
  const isSaid = auth_message === null || (auth_status === 'needs_authorization' && auth_type !== 'api_key');
  return isSaid ? null : translated(auth_message);
}

export function standingOfIntegration({ type, status }: Pick<Integration, 'type' | 'status'>): Standing {
  if (status === 'authorized') return standing('good', w.connections.connected);
  if (status === 'failed') return standing('bad', w.connections.error);
  if (status === 'disconnected') return standing('quiet', w.connections.disconnected, true);
  return standing('warn', type === 'openapi' ? w.connections.needsKey : w.connections.needsConsent);
}

export function StandingSign({ of: { tone, said } }: { readonly of: Standing }) {
  return <Status tone={tone}>{said}</Status>;
}

/** What of a tool waits for a person, or why agents have it or not. */
export function ToolSign({ tool: { status, offered, enabled, unfit } }: { readonly tool: McpTool }) {
  if (status === 'gone') return <Status tone="quiet">{w.connections.tool.gone}</Status>;
  if (status === 'new') return <Status tone="info">{w.connections.tool.new}</Status>;
  if (unfit !== null) return <Status tone="bad">{w.connections.tool.unfit}</Status>;
  if (status === 'changed')
    return offered ? (
      <Status tone="warn">{w.connections.tool.changed}</Status>
    ) : (
      <Status tone="quiet">{w.connections.tool.refused}</Status>
    );
  return enabled ? (
    <Status tone="good">{w.connections.tool.on}</Status>
  ) : (
    <Status tone="quiet">{w.connections.tool.off}</Status>
  );
}
