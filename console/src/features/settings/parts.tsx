import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { TABS, tabClass } from '../../ui/tab.ts';
import { w } from '../../words/index.ts';

/** The parts of the settings: a line each. */
export const PARTS = [
  { to: '/settings/keys', name: () => w.settings.keys, hint: () => w.settings.keysHint },
  { to: '/settings/audit', name: () => w.settings.audit, hint: () => w.settings.auditHint },
  { to: '/settings/spend', name: () => w.settings.spend, hint: () => w.settings.spendHint },
] as const;

interface PartProps {
  readonly at: (typeof PARTS)[number]['to'];
  readonly title: string;
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the settings, with the ways to the others. */
export function SettingsPage({ at, title, acts, children }: PartProps) {
  return (
    <Page title={title} acts={acts}>
      <nav aria-label={w.settings.parts} className={TABS}>
        {PARTS.map(({ to, name }) => (
          <Link key={to} to={to} aria-current={to === at ? 'page' : undefined} className={tabClass(to === at)}>
            {name()}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen under its own heading. */
export function Section({ title, hint, acts, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 flex-1 font-semibold">{title}</h2>
        {acts}
      </div>
      {hint && <p className="text-quiet">{hint}</p>}
      {children}
    </section>
  );
}
