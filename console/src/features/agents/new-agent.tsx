import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { findTemplate } from '../templates/index.ts';
import { TemplateGallery } from '../templates/template-gallery.tsx';
import { AgentForm } from './agent-form.tsx';
import { EMPTY_DRAFT, toBody } from './draft.ts';
import type { Agent } from './queries.ts';
import { useDefaultModel } from './use-default-model.ts';

const route = getRouteApi('/in/agents/new');

/** The screen that creates an agent: the templates, then the form. */
export default function NewAgentScreen() {
  const canCreate = useHasPermission('project', 'create_agent');
  const { template: templateId } = route.useSearch();
  return (
    <Page title={w.agents.create}>
      <RequirePermission isAllowed={canCreate} permissionHint={w.agents.cannotCreate}>
        <div className="flex max-w-4xl flex-col gap-6">
          <TemplateGallery chosenId={templateId} />
          <NewAgentForm key={templateId} template={findTemplate('task_agent', templateId)} />
        </div>
      </RequirePermission>
    </Page>
  );
}

function NewAgentForm({ template }: { readonly template: ReturnType<typeof findTemplate<'task_agent'>> }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [given, setDraft] = useState(() => ({ ...EMPTY_DRAFT, ...template?.fields }));
  const defaultModel = useDefaultModel();
  const draft = given.llm_model_id === '' ? { ...given, llm_model_id: defaultModel ?? '' } : given;
  const createAgent = useMutation({
    mutationFn: () => post(`${PROJECT}/task-agent`, { params: { path: { ...scope } }, body: toBody(draft) }),
    onSuccess: (created) => {
      const { id, name } = created as Agent;
      void queryClient.invalidateQueries({ queryKey: ['agent', 'list'] });
      showToast(w.agents.created({ name }));
      void navigate({ to: '/agents/$agentId', params: { agentId: id }, hash: 'playground' });
    },
  });
  return (
    <AgentForm isNew draft={draft} onChange={setDraft} error={createAgent.error} onSubmit={() => createAgent.mutate()}>
      <div>
        <Button type="submit" variant="primary" isPending={createAgent.isPending}>
          {w.agents.create}
        </Button>
      </div>
    </AgentForm>
  );
}
