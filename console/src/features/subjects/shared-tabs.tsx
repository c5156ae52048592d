import type { ComponentType } from 'react';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { w } from '../../words/index.ts';
import { CodeTab } from '../code/code-tab.tsx';
import { EvalsTab } from '../evals/evals-tab.tsx';
import type { ReleaseGate } from '../evals/release-gate-form.tsx';
import { MemberList } from '../people/member-list.tsx';
import { ShareList } from '../shares/share-list.tsx';
import { Triggers } from '../triggers/triggers.tsx';

interface PanelProps {
  readonly subject: Subject;
  readonly revisions: readonly SubjectRevision[];
  readonly gate: ReleaseGate | null;
}

function AccessPanel({ subject: { kind, id, name } }: PanelProps) {
  return <MemberList resource={{ type: kind, id, name }} />;
}

/** Tabs that tasks and agents share, by the `tab` search param. */
const SHARED_TABS = {
  evals: { getLabel: () => w.evals.title, Panel: EvalsTab },
  triggers: { getLabel: () => w.triggers.title, Panel: Triggers },
  code: { getLabel: () => w.code.tab, Panel: CodeTab },
  shares: { getLabel: () => w.shares.title, Panel: ShareList },
  access: { getLabel: () => w.people.access, Panel: AccessPanel },
} as const satisfies Record<string, { readonly getLabel: () => string; readonly Panel: ComponentType<PanelProps> }>;

type SharedTab = keyof typeof SHARED_TABS;

/** Returns the shared tabs of a screen. */
export function getSharedTabs(tab: string | undefined) {
  return Object.entries(SHARED_TABS).map(([key, { getLabel }]) => ({
    label: getLabel(),
    isCurrent: tab === key,
    search: { tab: key },
  }));
}

/** Whether a `tab` search param selects a shared tab. */
export function isSharedTab(tab: string | undefined): tab is SharedTab {
  return tab !== undefined && Object.hasOwn(SHARED_TABS, tab);
}

/** Renders the selected shared tab. */
export function SharedTabPanel({ tab, ...props }: PanelProps & { readonly tab: SharedTab }) {
  const Panel: ComponentType<PanelProps> = SHARED_TABS[tab].Panel;
  return <Panel {...props} />;
}
