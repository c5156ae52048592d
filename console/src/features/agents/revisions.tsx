import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { AGENT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Diff } from '../../ui/diff.tsx';
import { Failed } from '../../ui/failed.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { comparable } from './draft.ts';
import { type Agent, agent as agentQuery, type Revision } from './queries.ts';

const route = getRouteApi('/in/agents/$agentId');

/** The revisions of an agent: which serves, what two of them differ in, and the way to have another one serve. */
export function Revisions({ agent }: { readonly agent: Agent }) {
  const scope = useScope();
  const { from, with: to } = route.useSearch();
  const navigate = useNavigate();
  const activate = useMutation({
    mutationFn: (id: string) =>
      post(AGENT, { params: { path: { ...scope, task_agent_id: agent.id } }, body: { active_revision_id: id } }),
    onSuccess: (saved) => {
      queries.setQueryData(agentQuery(scope, agent.id).queryKey, saved as Agent);
      toast(w.agents.activated);
    },
  });
  const find = (id: string | undefined) => agent.revisions.find((revision) => revision.id === id);
  const after = find(to) ?? agent.revisions[0];
  const before = find(from) ?? agent.revisions.find(({ active }) => active);
  const choose = (name: 'from' | 'with') => (event: { target: { value: string } }) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, [name]: event.target.value }), replace: true });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <ul className="flex flex-col gap-2">
        {agent.revisions.map((revision) => (
          <li key={revision.id} className="flex flex-wrap items-center gap-3 rounded-md border bg-raised px-3 py-2">
            <code className="font-mono text-sm">{nameOf(revision)}</code>
            <Time at={revision.created} />
            {revision.active ? (
              <Status tone="good">{w.agents.serves}</Status>
            ) : (
              <Button
                small
                busy={activate.isPending && activate.variables === revision.id}
                onClick={() => activate.mutate(revision.id)}
              >
                {w.agents.activate}
              </Button>
            )}
          </li>
        ))}
        {activate.error && <Failed error={activate.error} />}
      </ul>
      {before && after && agent.revisions.length > 1 && (
        <section aria-label={w.agents.compare} className="flex flex-col gap-3">
          <div className="grid grid-cols-2 gap-3">
            <RevisionField label={w.agents.before} value={before.id} of={agent} onChange={choose('from')} />
            <RevisionField label={w.agents.after} value={after.id} of={agent} onChange={choose('with')} />
          </div>
          <Diff
            label={w.agents.compare}
            before={comparable(before)}
            after={comparable(after)}
            same={w.agents.same}
            folded={w.agents.folded}
          />
        </section>
      )}
    </div>
  );
}

const nameOf = (revision: Revision) => `…${revision.id.slice(-6)}`;

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly of: Agent;
  readonly onChange: (event: { target: { value: string } }) => void;
}

function RevisionField({ label, value, of, onChange }: FieldProps) {
  return (
    <SelectField label={label} value={value} onChange={onChange}>
      {of.revisions.map((revision) => (
        <option key={revision.id} value={revision.id}>
          {revision.active ? `${nameOf(revision)} ✓` : nameOf(revision)}
        </option>
      ))}
    </SelectField>
  );
}
