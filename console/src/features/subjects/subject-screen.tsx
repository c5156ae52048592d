import type { ReactNode } from 'react';
import type { Subject } from '../../lib/subject.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';
import { DeleteSubjectButton } from './delete-subject-button.tsx';
import { getSharedTabs } from './shared-tabs.tsx';
import { SubjectLinks } from './subject-links.tsx';

interface Props {
  readonly subject: Subject;
  readonly description: string;
  /** Error of the last refresh. */
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly texts: {
    readonly parts: string;
    readonly edit: string;
    readonly revisions: string;
    readonly readOnly: string;
  };
  /** The selected tab. */
  readonly tab: string | undefined;
  /** Undefined until the permission is known. */
  readonly canEdit: boolean | undefined;
  readonly renderPanel: (canEdit: boolean) => ReactNode;
}

/** The screen of a task or an agent: its actions, its tabs and the selected panel. */
export function SubjectScreen({ subject, description, error, onRetry, texts, tab, canEdit, renderPanel }: Props) {
  const tabs = [
    { label: texts.edit, isCurrent: tab === undefined, search: { tab: undefined } },
    { label: texts.revisions, isCurrent: tab === 'revisions', search: { tab: 'revisions' } },
    ...getSharedTabs(tab),
  ];
  return (
    <Page
      title={subject.name}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <CopyableId id={subject.id} />
          <SubjectLinks subject={subject} />
          <DeleteSubjectButton subject={subject} />
        </span>
      }
    >
      {error !== null && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={onRetry} />}
      {description && <p className="text-muted">{description}</p>}
      {canEdit === false && <p className="text-muted">{texts.readOnly}</p>}
      <Tabs label={texts.parts} tabs={tabs} />
      {canEdit !== undefined && renderPanel(canEdit)}
    </Page>
  );
}
