import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../settings-layout.tsx';
import { ConfigForm } from './config-form.tsx';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { ProjectNameForm } from './project-name-form.tsx';
import { guardrailsQuery, projectConfigQuery, projectQuery } from './queries.ts';

/** Page of the project's name, defaults and deletion. */
export default function ProjectPage() {
  const scope = useScope();
  const projectDetails = useQuery(projectQuery(scope));
  const config = useQuery(projectConfigQuery(scope));
  const kinds = useQuery(guardrailsQuery(scope));
  const canEdit = useHasPermission('project', 'edit');
  const canDelete = useHasPermission('project', 'delete');
  const [isDeleting, setIsDeleting] = useState(false);
  const loads = [projectDetails, config, kinds];
  const error = loads.find((load) => load.error)?.error;
  const isLoaded = projectDetails.data && config.data && kinds.data && canEdit !== undefined;
  return (
    <SettingsPage path="/settings/project" title={w.project.title}>
      {error && <ErrorAlert error={error} onRetry={() => void Promise.all(loads.map((load) => load.refetch()))} />}
      {!isLoaded && !error && <Loading lineCount={8} />}
      {isLoaded && !canEdit && <p className="text-muted">{w.project.cannotEdit}</p>}
      {projectDetails.data && canEdit !== undefined && (
        <Section title={w.project.general}>
          <ProjectNameForm project={projectDetails.data} canEdit={canEdit} />
        </Section>
      )}
      {isLoaded && <ConfigForm config={config.data} kinds={kinds.data} canEdit={canEdit} />}
      {projectDetails.data && canDelete && (
        <Section title={w.project.remove} hint={w.project.removeHint}>
          <div>
            <Button variant="danger" onClick={() => setIsDeleting(true)}>
              {w.project.remove}
            </Button>
          </div>
          {isDeleting && <DeleteProjectDialog project={projectDetails.data} onClose={() => setIsDeleting(false)} />}
        </Section>
      )}
    </SettingsPage>
  );
}
