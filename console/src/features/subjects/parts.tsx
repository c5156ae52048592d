import type { ComponentType } from 'react';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { w } from '../../words/index.ts';
import { Evals } from '../evals/evals.tsx';
import type { Gate } from '../evals/gate-form.tsx';
import { Members } from '../people/members.tsx';
import { Shares } from '../shares/shares.tsx';
import { Triggers } from '../triggers/triggers.tsx';

interface PartProps {
  readonly subject: Subject;
  readonly revisions: readonly SubjectRevision[];
  readonly gate: Gate | null;
}

function Access({ subject: { kind, id, name } }: PartProps) {
  return <Members of={{ type: kind, id, name }} />;
}

/** The parts of a screen that tasks and agents have alike, by what the address calls them. */
const SHARED = {
  evals: { name: () => w.evals.title, Part: Evals },
  triggers: { name: () => w.triggers.title, Part: Triggers },
  shares: { name: () => w.shares.title, Part: Shares },
  access: { name: () => w.people.whoMay, Part: Access },
} as const satisfies Record<string, { readonly name: () => string; readonly Part: ComponentType<PartProps> }>;

type SharedTab = keyof typeof SHARED;

/** Links to them, for the row of links of a screen. */
export function sharedTabs(tab: string | undefined) {
  return Object.entries(SHARED).map(([key, { name }]) => ({
    label: name(),
    isCurrent: tab === key,
    search: { tab: key },
  }));
}

/** Whether an address names one of them. */
export function isSharedTab(tab: string | undefined): tab is SharedTab {
  return tab !== undefined && Object.hasOwn(SHARED, tab);
}

/** One of them. */
export function SharedPart({ tab, ...props }: PartProps & { readonly tab: SharedTab }) {
  const Part: ComponentType<PartProps> = SHARED[tab].Part;
  return <Part {...props} />;
}
