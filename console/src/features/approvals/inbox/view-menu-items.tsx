import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useScope } from '../../../lib/session.ts';
import { MenuItem, MenuRadioGroup } from '../../../ui/dropdown-menu.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { w } from '../../../words/index.ts';
import { profileQuery } from '../../settings/you/queries.ts';
import type { QueueFilter } from '../queries.ts';
import { isViewOf, toFilter, useChangeViews } from './views.ts';

interface Props {
  readonly filter: QueueFilter;
  readonly onSave: () => void;
}

/** The user's views. */
export default function ViewMenuItems({ filter, onSave }: Props) {
  const { project_id } = useScope();
  const navigate = useNavigate();
  const profile = useQuery(profileQuery).data;
  const change = useChangeViews();
  if (!profile) return <Loading />;
  const views = profile.inbox_views;
  const current = views.find((view) => isViewOf(view, filter));
  const apply = (name: string) => {
    const view = views.find((each) => each.name === name);
    if (view) void navigate({ to: '/approvals', search: { project: project_id, ...toFilter(view) } });
  };
  return (
    <>
      {views.length > 0 && (
        <MenuRadioGroup
          label={w.inbox.views}
          value={current?.name ?? ''}
          options={views.map(({ name }) => [name, name] as const)}
          onChange={apply}
        />
      )}
      {current ? (
        <MenuItem onSelect={() => change.mutate((all) => all.filter(({ name }) => name !== current.name))}>
          {w.inbox.deleteView({ name: current.name })}
        </MenuItem>
      ) : (
        <MenuItem onSelect={onSave}>{w.inbox.saveView}</MenuItem>
      )}
    </>
  );
}
