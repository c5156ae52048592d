import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { findProjectScope, visibleProjectsQuery } from '../../lib/visible-projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { type Cloned, clone, shortIdIn } from './queries.ts';

interface Props {
  readonly kind: Subject['kind'];
  /** The link that is known already; asked for where it is left out. */
  readonly link?: string;
  readonly onClose: () => void;
}

/** Copies what a link shows into a project, and tells what did not come along. Shared by tasks and agents. */
export function CloneDialog({ kind, link = '', onClose }: Props) {
  const scope = useScope();
  const known = useQuery(visibleProjectsQuery).data ?? [];
  const [typed, setTyped] = useState(link);
  const [project, setProject] = useState(scope.project_id);
  const copy = useMutation({
    mutationFn: () => clone(findProjectScope(known, project) ?? scope, kind, shortIdIn(typed)),
  });
  if (copy.data) return <Report kind={kind} project={project} cloned={copy.data} onClose={onClose} />;
  return (
    <Dialog title={w.shares.cloneTitle} onClose={onClose}>
      <Form onSubmit={() => copy.mutate()}>
        <p className="text-muted">{w.shares.cloneHint}</p>
        {link === '' && (
          <TextField
            label={w.shares.link}
            hint={w.shares.linkHint}
            required
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <SelectField label={w.shares.project} value={project} onChange={(event) => setProject(event.target.value)}>
          {known.map(({ org, projects }) => (
            <optgroup key={org.id} label={org.name}>
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        {copy.error && <ErrorAlert error={copy.error} permissionHint={w.shares.cloneRoles} />}
        <Button type="submit" variant="primary" isPending={copy.isPending}>
          {w.shares.cloneNow}
        </Button>
      </Form>
    </Dialog>
  );
}

function sayType(type: string): string {
  const known: Readonly<Record<string, string>> = { ...w.shell.things, ...w.shares.types };
  return known[type] ?? type;
}

interface ReportProps {
  readonly kind: Subject['kind'];
  readonly project: string;
  readonly cloned: Cloned;
  readonly onClose: () => void;
}

function Report({ kind, project, cloned: { id, name, left_behind: left }, onClose }: ReportProps) {
  const search = { project };
  return (
    <Dialog title={w.shares.cloned(name)} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {left.length === 0 ? (
          <p>{w.shares.allCame}</p>
        ) : (
          <section aria-label={w.shares.leftBehind} className="flex flex-col gap-2">
            <h3 className="font-medium">{w.shares.leftBehind}</h3>
            <ul className="flex list-disc flex-col gap-1 ps-5">
              {left.map((item) => (
                <li key={`${item.field} ${item.type} ${item.name}`}>
                  {sayType(item.type)} {item.name} · {w.shares.reasons[item.reason]}
                </li>
              ))}
            </ul>
          </section>
        )}
        {kind === 'task' ? (
          <Link to="/tasks/$taskId" params={{ taskId: id }} search={search} className="text-accent underline">
            {w.shares.openIt}
          </Link>
        ) : (
          <Link to="/agents/$agentId" params={{ agentId: id }} search={search} className="text-accent underline">
            {w.shares.openIt}
          </Link>
        )}
        <div className="flex justify-end">
          <Button onClick={onClose}>{w.ui.done}</Button>
        </div>
      </div>
    </Dialog>
  );
}
