import { Link } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { w } from '../../words/index.ts';
import { PARTS } from './parts.tsx';

/** What can be set, and what each part is for. */
export default function Settings() {
  return (
    <Page title={w.settings.title}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {PARTS.map(({ to, name, hint }) => (
          <li key={to} className="flex flex-col gap-1 rounded-lg border bg-raised p-4">
            <Link to={to} className="font-semibold text-accent underline">
              {name()}
            </Link>
            <p className="text-quiet">{hint()}</p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
