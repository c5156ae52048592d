import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../parts.tsx';
import { CreditsForm } from './credits-form.tsx';
import { GeneralForm } from './general-form.tsx';
import { NewProject } from './new-project.tsx';
import { organization } from './queries.ts';

/** What an organization is called, whom its mails reach, and what it may spend. */
export default function OrganizationSettings() {
  const { org_id } = useScope();
  const maySee = useHasPermission('organization', 'view');
  const { data, error, refetch } = useQuery({ ...organization(org_id), enabled: maySee === true });
  const mayEdit = useHasPermission('organization', 'edit');
  const mayMake = useHasPermission('organization', 'create_project');
  return (
    <SettingsPage at="/settings/organization" title={w.organization.title}>
      {error && <ErrorAlert error={error} permissionHint={w.organization.needs} onRetry={() => void refetch()} />}
      {maySee === false && <p className="text-muted">{w.organization.needs}</p>}
      {!data && !error && maySee !== false && <Loading lineCount={8} />}
      {data && mayEdit === false && <p className="text-muted">{w.organization.mayNot}</p>}
      {data && mayEdit !== undefined && (
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <Section title={w.organization.general}>
            <GeneralForm key={org_id} of={data} mayEdit={mayEdit} />
          </Section>
          <Section title={w.organization.credits}>
            <CreditsForm key={org_id} of={data} mayEdit={mayEdit} />
          </Section>
          {mayMake && (
            <Section title={w.organization.projects} hint={w.organization.projectsHint}>
              <NewProject org_id={org_id} />
            </Section>
          )}
        </div>
      )}
    </SettingsPage>
  );
}
