import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { bodyOf, EMPTY } from './draft.ts';
import { AgentForm } from './form.tsx';
import type { Agent } from './queries.ts';

/** Makes an agent. */
export default function NewAgent() {
  const scope = useScope();
  const mayMake = useHasPermission('project', 'create_agent');
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY);
  const make = useMutation({
    mutationFn: () => post(`${PROJECT}/task-agent`, { params: { path: { ...scope } }, body: bodyOf(draft) }),
    onSuccess: (made) => {
      const { id, name } = made as Agent;
      void queryClient.invalidateQueries({ queryKey: ['agent', 'list'] });
      showToast(w.agents.made(name));
      void navigate({ to: '/agents/$agentId', params: { agentId: id } });
    },
  });
  return (
    <Page title={w.agents.make}>
      <RequirePermission isAllowed={mayMake} permissionHint={w.agents.mayNotMake}>
        <div className="max-w-3xl">
          <AgentForm
            draft={draft}
            onChange={setDraft}
            error={make.error}
            busy={make.isPending}
            submit={w.agents.make}
            onSubmit={() => make.mutate()}
          />
        </div>
      </RequirePermission>
    </Page>
  );
}
