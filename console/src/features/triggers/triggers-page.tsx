import { Page } from '../../ui/page.tsx';
import { w } from '../../words/index.ts';
import { Triggers } from './triggers.tsx';

/** Page of all triggers in the project. */
export default function TriggersPage() {
  return (
    <Page title={w.triggers.title}>
      <Triggers />
    </Page>
  );
}
