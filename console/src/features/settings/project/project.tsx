import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../parts.tsx';
import { ConfigForm } from './config-form.tsx';
import { DeleteProject } from './delete-project.tsx';
import { NameForm } from './name-form.tsx';
import { guardrails, project, projectConfig } from './queries.ts';

/** What a project is called, what holds everywhere in it, and its end. */
export default function ProjectSettings() {
  const scope = useScope();
  const own = useQuery(project(scope));
  const config = useQuery(projectConfig(scope));
  const kinds = useQuery(guardrails(scope));
  const mayEdit = useHasPermission('project', 'edit');
  const mayDelete = useHasPermission('project', 'delete');
  const [going, setGoing] = useState(false);
  const all = [own, config, kinds];
  const error = all.find((each) => each.error)?.error;
  const isRead = own.data && config.data && kinds.data && mayEdit !== undefined;
  return (
    <SettingsPage at="/settings/project" title={w.project.title}>
      {error && <ErrorAlert error={error} onRetry={() => void Promise.all(all.map((each) => each.refetch()))} />}
      {!isRead && !error && <Loading lineCount={8} />}
      {isRead && !mayEdit && <p className="text-muted">{w.project.mayNot}</p>}
      {own.data && mayEdit !== undefined && (
        <Section title={w.project.general}>
          <NameForm of={own.data} mayEdit={mayEdit} />
        </Section>
      )}
      {isRead && <ConfigForm of={config.data} kinds={kinds.data} mayEdit={mayEdit} />}
      {own.data && mayDelete && (
        <Section title={w.project.remove} hint={w.project.removeHint}>
          <div>
            <Button variant="danger" onClick={() => setGoing(true)}>
              {w.project.remove}
            </Button>
          </div>
          {going && <DeleteProject of={own.data} onClose={() => setGoing(false)} />}
        </Section>
      )}
    </SettingsPage>
  );
}
