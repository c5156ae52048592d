import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Paging, Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { ImportSkill } from './import-skill.tsx';
import { type Skill, type Source, skillList } from './queries.ts';

const route = getRouteApi('/in/skills');

/** The skills of the project, and those of the catalogue. */
export default function Skills() {
  const { of, search, cursor } = route.useSearch();
  const scope = useScope();
  const from: Source = of === 'catalogue' ? 'catalogue' : 'project';
  const { data, error, refetch } = useQuery(skillList(scope, from, search, cursor));
  const mayMake = useMay('project', 'create_skill');
  const make = mayMake && (
    <Link to="/skills/new" className={buttonClass('primary')}>
      {w.skills.make}
    </Link>
  );
  return (
    <Page title={w.skills.title} acts={make}>
      <Sources from={from} />
      {mayMake === false && <p className="text-quiet">{w.skills.mayNotMake}</p>}
      {mayMake && from === 'project' && <ImportSkill />}
      <Search key={search} search={search} />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={6} />}
      {data?.results.length === 0 && (
        <Empty title={search ? w.skills.noneFound : w.skills.none}>{w.skills.noneHint}</Empty>
      )}
      {data && data.results.length > 0 && (
        <Table caption={w.skills.title} columns={columns(from)} rows={data.results} keyOf={({ id }) => id} />
      )}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
    </Page>
  );
}

function Sources({ from }: { readonly from: Source }) {
  const tabs = [
    { name: w.skills.ofProject, shown: from === 'project', search: { of: undefined } },
    { name: w.skills.ofCatalogue, shown: from === 'catalogue', search: { of: 'catalogue' } },
  ];
  return <Tabs label={w.skills.sources} tabs={tabs} />;
}

function Search({ search = '' }: { readonly search: string | undefined }) {
  const navigate = useNavigate();
  return (
    <Form
      className="flex max-w-xl items-end gap-2"
      onSubmit={(form) => {
        const text = new FormData(form).get('search');
        const next = { search: typeof text === 'string' && text !== '' ? text : undefined, cursor: undefined };
        void navigate({ to: '.', search: (now: object) => ({ ...now, ...next }) });
      }}
    >
      <div className="flex-1">
        <TextField label={w.skills.search} name="search" type="search" defaultValue={search} />
      </div>
      <Button type="submit">{w.skills.find}</Button>
    </Form>
  );
}

function columns(from: Source): readonly Column<Skill>[] {
  return [
    {
      name: w.skills.name,
      show: ({ id, display_name, description }) => (
        <span className="flex min-w-0 flex-col">
          <Link
            to={from === 'project' ? '/skills/$skillId' : '/skills/catalogue/$skillId'}
            params={{ skillId: id }}
            className="break-words text-accent underline"
          >
            {display_name}
          </Link>
          <span className="line-clamp-2 max-w-prose text-sm break-words text-quiet">{description}</span>
        </span>
      ),
    },
    {
      name: w.skills.slug,
      wide: true,
      show: ({ slug }) => <code className="font-mono text-sm break-all">{slug}</code>,
    },
    { name: w.skills.changed, wide: true, show: ({ modified }) => <Time at={modified} /> },
  ];
}
