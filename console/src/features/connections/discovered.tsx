import { messageText } from '../../lib/messages.ts';
import { sayNumber } from '../../lib/numbers.ts';
import { w } from '../../words/index.ts';
import { Definition } from './definition.tsx';
import type { Discovery } from './queries.ts';

/** What a server showed before it is made: these tools begin allowed. */
export function Discovered({ found }: { readonly found: Discovery }) {
  if (found.auth_required)
    return (
      <p role="status" className="rounded-md bg-warn-ground px-3 py-2 text-warn">
        {found.authorization_url === null ? w.connections.wantsKey : w.connections.wantsConsent}
      </p>
    );
  return (
    <section aria-label={w.connections.tools} className="flex flex-col gap-2">
      <p role="status">{w.connections.found(sayNumber(found.tools.length))}</p>
      <ul className="flex flex-col gap-1">
        {found.tools.map((tool) => (
          <li key={tool.name}>
            <details className="rounded-md border bg-raised px-3 py-2">
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
      {found.refused.map(({ name, reason, code, params }) => (
        <p key={name} className="text-sm break-words text-quiet">
          {w.connections.leftOut(name, messageText({ msg: reason, code, params }))}
        </p>
      ))}
    </section>
  );
}
