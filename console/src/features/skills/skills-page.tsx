import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Sparkles } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { ImportSkill } from './import-skill.tsx';
import { type Skill, type SkillSource, skillsQuery } from './queries.ts';

const route = getRouteApi('/in/skills');

/** Lists the skills of the project or of the catalog. */
export default function SkillsPage() {
  const { of, search, cursor } = route.useSearch();
  const scope = useScope();
  const source: SkillSource = of === 'catalog' ? 'catalog' : 'project';
  const { data, error, refetch } = useQuery(skillsQuery(scope, source, search, cursor));
  const canCreate = useHasPermission('project', 'create_skill');
  const createLink = canCreate && (
    <Link to="/skills/new" className={getButtonClassName('primary')}>
      {w.skills.create}
    </Link>
  );
  const isEmpty = data?.results.length === 0 && source === 'project' && !search;
  return (
    <Page title={w.skills.title} actions={!isEmpty && createLink}>
      <SourceTabs source={source} />
      {canCreate === false && <p className="text-muted">{w.skills.cannotCreate}</p>}
      {canCreate && source === 'project' && <ImportSkill />}
      {!isEmpty && <SkillSearch key={search} search={search} />}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={6} />}
      {data?.results.length === 0 && (
        <EmptyState icon={Sparkles} title={search ? w.skills.noMatch : w.skills.none} action={isEmpty && createLink}>
          {w.skills.noneHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table caption={w.skills.title} columns={getColumns(source)} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
    </Page>
  );
}

function SourceTabs({ source }: { readonly source: SkillSource }) {
  const tabs = [
    { label: w.skills.ofProject, isCurrent: source === 'project', search: { of: undefined } },
    { label: w.skills.ofCatalog, isCurrent: source === 'catalog', search: { of: 'catalog' } },
  ];
  return <Tabs label={w.skills.sources} tabs={tabs} />;
}

function SkillSearch({ search = '' }: { readonly search: string | undefined }) {
  const navigate = useNavigate();
  return (
    <Form
      className="flex max-w-xl items-end gap-2"
      onSubmit={(form) => {
        const text = new FormData(form).get('search');
        const next = { search: typeof text === 'string' && text !== '' ? text : undefined, cursor: undefined };
        void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...next }) });
      }}
    >
      <div className="flex-1">
        <TextField label={w.skills.search} name="search" type="search" defaultValue={search} />
      </div>
      <Button type="submit">{w.skills.find}</Button>
    </Form>
  );
}

function getColumns(source: SkillSource): readonly Column<Skill>[] {
  return [
    {
      header: w.skills.name,
      render: ({ id, display_name, description }) => (
        <span className="flex min-w-0 flex-col">
          <Link
            to={source === 'project' ? '/skills/$skillId' : '/skills/catalog/$skillId'}
            params={{ skillId: id }}
            className="break-words link"
          >
            {display_name}
          </Link>
          <span className="line-clamp-2 max-w-prose text-sm break-words text-muted">{description}</span>
        </span>
      ),
    },
    {
      header: w.skills.slug,
      hidesOnMobile: true,
      render: ({ slug }) => <code className="font-mono text-sm break-all">{slug}</code>,
    },
    { header: w.skills.changed, hidesOnMobile: true, render: ({ modified }) => <Time at={modified} /> },
  ];
}
