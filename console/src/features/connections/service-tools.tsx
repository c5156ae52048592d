import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { messageText } from '../../lib/messages.ts';
import { sayNumber } from '../../lib/numbers.ts';
import { translated } from '../../lib/sentences.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { Form, Refused } from '../../ui/form.tsx';
import { ServerText } from '../../ui/problem.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { serviceChanged } from './changed.ts';
import { INTEGRATION, type Integration } from './queries.ts';

/** From so many tools on they are searched. */
const MANY = 12;

interface Props {
  readonly of: Integration;
  readonly mayEdit: boolean;
  readonly onSaved: () => void;
}

/** The tools of an integration, and which of them agents are offered. */
export function ServiceTools({ of: { id, available_tools: tools, config }, mayEdit, onSaved }: Props) {
  const path = { ...useScope(), integration_id: id };
  const [chosen, setChosen] = useState(() => tools.filter(({ enabled }) => enabled).map((tool) => tool.id));
  const [part, setPart] = useState('');
  const save = useMutation({
    mutationFn: () => post(INTEGRATION, { params: { path }, body: { config: { enabled_tools: chosen } } }),
    onSuccess: () => {
      onSaved();
      serviceChanged(id);
      toast(w.connections.saved);
    },
  });
  const differs = tools.some((tool) => tool.enabled !== chosen.includes(tool.id));
  const found = tools.filter(({ id: tool, description }) =>
    `${tool} ${translated(description)}`.toLowerCase().includes(part.toLowerCase()),
  );
  return (
    <section aria-label={w.connections.tools} className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold">{w.connections.tools}</h2>
      <p className="text-quiet">{w.connections.offeredOf(sayNumber(chosen.length), sayNumber(tools.length))}</p>
      {tools.length > MANY && (
        <TextField label={w.connections.search} value={part} onChange={(event) => setPart(event.target.value)} />
      )}
      <Form onSubmit={() => save.mutate()}>
        <ul className="flex flex-col divide-y rounded-md border bg-raised">
          {found.map(({ id: tool, name, description, side_effects }) => (
            <li key={tool} className="flex flex-col gap-1 px-3 py-2">
              <CheckField
                label={<code className="font-mono text-sm break-all">{name}</code>}
                checked={chosen.includes(tool)}
                disabled={!mayEdit}
                onChange={(on) => setChosen(on ? [...chosen, tool] : chosen.filter((each) => each !== tool))}
              />
              <span dir="auto" className="ps-6 text-sm break-words text-quiet">
                <ServerText text={description} /> {side_effects && `(${w.connections.sideEffects})`}
              </span>
            </li>
          ))}
        </ul>
        <Refused error={save.error} fields={[]} />
        {mayEdit && (
          <div>
            <Button type="submit" look="primary" busy={save.isPending} disabled={!differs}>
              {w.connections.saveTools}
            </Button>
          </div>
        )}
      </Form>
      {config.left_out && config.left_out.operations > 0 && <LeftOut of={config.left_out} />}
    </section>
  );
}

function LeftOut({ of: { operations, first } }: { readonly of: NonNullable<Integration['config']['left_out']> }) {
  return (
    <details className="rounded-md border px-3 py-2">
      <summary>{w.connections.leftOutCount(sayNumber(operations))}</summary>
      <ul className="flex flex-col gap-1 pt-2 text-sm">
        {first.map(({ operation, reason, code, params }) => (
          <li key={operation} className="break-words">
            {w.connections.leftOut(operation, messageText({ msg: reason, code, params }))}
          </li>
        ))}
      </ul>
    </details>
  );
}
