import { getRouteApi, Link } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { TABS, tabClass } from '../../ui/tab.ts';
import { w } from '../../words/index.ts';
import { Invites } from './invites.tsx';
import { Members } from './members.tsx';

const route = getRouteApi('/in/people');

/** Who may what in the organization and in the project, and who is invited. */
export default function People() {
  const { of } = route.useSearch();
  return (
    <Page title={w.people.title}>
      <Parts />
      {of === 'invites' ? (
        <Invites />
      ) : of === 'project' ? (
        <Members key="project" at="project" />
      ) : (
        <Members key="organization" at="organization" />
      )}
    </Page>
  );
}

function Parts() {
  const { of } = route.useSearch();
  const parts = [
    [undefined, w.people.ofOrg],
    ['project', w.people.ofProject],
    ['invites', w.people.invites],
  ] as const;
  return (
    <nav aria-label={w.people.parts} className={TABS}>
      {parts.map(([part, name]) => (
        <Link
          key={name}
          to="/people"
          search={{ of: part }}
          aria-current={of === part ? 'page' : undefined}
          className={tabClass(of === part)}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
