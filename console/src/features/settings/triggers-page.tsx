import { w } from '../../words/index.ts';
import { Triggers } from '../triggers/triggers.tsx';
import { SettingsPage } from './settings-layout.tsx';

/** Page of all triggers in the project. */
export default function TriggersPage() {
  return (
    <SettingsPage path="/settings/triggers" title={w.triggers.title}>
      <Triggers />
    </SettingsPage>
  );
}
