import { getMessageText } from '../../lib/messages.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { w } from '../../words/index.ts';
import type { Discovery } from './queries.ts';
import { ToolDefinition } from './tool-definition.tsx';

/** Shows the tools that discovery found. They are enabled when the server is created. */
export function DiscoveredTools({ discovery }: { readonly discovery: Discovery }) {
  if (discovery.auth_required)
    return (
      <p role="status" className="rounded-md bg-warning-subtle px-3 py-2 text-warning">
        {discovery.authorization_url === null
          ? w.connections.apiKeyRequiredHint
          : w.connections.authorizationRequiredHint}
      </p>
    );
  return (
    <section aria-label={w.connections.tools} className="flex flex-col gap-2">
      <p role="status">{w.connections.found({ count: formatNumber(discovery.tools.length) })}</p>
      <ul className="flex flex-col gap-1">
        {discovery.tools.map((tool) => (
          <li key={tool.name}>
            <details className="rounded-md border bg-surface px-3 py-2">
              <summary className="break-words">
                <code className="font-mono text-sm" dir="auto">
                  {tool.name}
                </code>
              </summary>
              <div className="pt-2">
                <ToolDefinition tool={tool} />
              </div>
            </details>
          </li>
        ))}
      </ul>
      {discovery.refused.map(({ name, reason, code, params }) => (
        <p key={name} className="text-sm break-words text-muted">
          {w.connections.toolSkipped({ name, reason: getMessageText({ msg: reason, code, params }) })}
        </p>
      ))}
    </section>
  );
}
