import { w } from '../../words/index.ts';
import { Triggers } from '../triggers/triggers.tsx';
import { SettingsPage } from './parts.tsx';

/** The triggers of the whole project. */
export default function SettingsTriggers() {
  return (
    <SettingsPage at="/settings/triggers" title={w.triggers.title}>
      <Triggers />
    </SettingsPage>
  );
}
