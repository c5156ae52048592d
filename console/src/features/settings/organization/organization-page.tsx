import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../settings-layout.tsx';
import { CreateProjectForm } from './create-project-form.tsx';
import { CreditsForm } from './credits-form.tsx';
import { GeneralForm } from './general-form.tsx';
import { organizationQuery } from './queries.ts';

/** Page of the organization's general settings, credits and projects. */
export default function OrganizationPage() {
  const { org_id } = useScope();
  const canView = useHasPermission('organization', 'view');
  const { data, error, refetch } = useQuery({ ...organizationQuery(org_id), enabled: canView === true });
  const canEdit = useHasPermission('organization', 'edit');
  const canCreateProject = useHasPermission('organization', 'create_project');
  return (
    <SettingsPage path="/settings/organization" title={w.organization.title}>
      {error && <ErrorAlert error={error} permissionHint={w.organization.needs} onRetry={() => void refetch()} />}
      {canView === false && <p className="text-muted">{w.organization.needs}</p>}
      {!data && !error && canView !== false && <Loading lineCount={8} />}
      {data && canEdit === false && <p className="text-muted">{w.organization.cannotEdit}</p>}
      {data && canEdit !== undefined && (
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <Section title={w.organization.general}>
            <GeneralForm key={org_id} organization={data} canEdit={canEdit} />
          </Section>
          <Section title={w.organization.credits}>
            <CreditsForm key={org_id} organization={data} canEdit={canEdit} />
          </Section>
          {canCreateProject && (
            <Section title={w.organization.projects} hint={w.organization.projectsHint}>
              <CreateProjectForm org_id={org_id} />
            </Section>
          )}
        </div>
      )}
    </SettingsPage>
  );
}
