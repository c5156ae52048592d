import { formatNumber } from '../../lib/numbers.ts';
import { translateOrKeep } from '../../lib/translate-sentence.ts';
import { w } from '../../words/index.ts';
import { Definition } from './definition.tsx';
import type { Discovery } from './queries.ts';

/** What a server showed before it is made: these tools begin allowed. */
export function Discovered({ found }: { readonly found: Discovery }) {
  if (found.auth_required)
    return (
      <p role="status" className="rounded-md bg-warning-subtle px-3 py-2 text-warning">
        {found.authorization_url === null ? w.connections.wantsKey : w.connections.wantsConsent}
      </p>
    );
  return (
    <section aria-label={w.connections.tools} className="flex flex-col gap-2">
      <p role="status">{w.connections.found(formatNumber(found.tools.length))}</p>
      <ul className="flex flex-col gap-1">
        {found.tools.map((tool) => (
          <li key={tool.name}>
            <details className="rounded-md border bg-surface px-3 py-2">
              <summary className="break-words">
                <code className="font-mono text-sm" dir="auto">
                  {tool.name}
                </code>
              </summary>
              <div className="pt-2">
                <Definition of={tool} />
              </div>
            </details>
          </li>
        ))}
      </ul>
      {found.refused.map(({ name, reason }) => (
        <p key={name} className="text-sm break-words text-muted">
          {w.connections.leftOut(name, translateOrKeep(reason))}
        </p>
      ))}
    </section>
  );
}
