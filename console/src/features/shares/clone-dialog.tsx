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
import { type CloneResult, cloneShare, parseShortId } from './queries.ts';

interface Props {
  readonly kind: Subject['kind'];
  /** The link to clone. Without it, the dialog asks for one. */
  readonly link?: string;
  readonly onClose: () => void;
}

/** Clones a shared task or agent into a project and lists what was not copied. */
export function CloneDialog({ kind, link = '', onClose }: Props) {
  const scope = useScope();
  const scopes = useQuery(visibleProjectsQuery).data ?? [];
  const [linkText, setLinkText] = useState(link);
  const [projectId, setProjectId] = useState(scope.project_id);
  const cloning = useMutation({
    mutationFn: () => cloneShare(findProjectScope(scopes, projectId) ?? scope, kind, parseShortId(linkText)),
  });
  if (cloning.data) return <CloneReport kind={kind} projectId={projectId} result={cloning.data} onClose={onClose} />;
  return (
    <Dialog title={w.shares.cloneTitle} onClose={onClose}>
      <Form onSubmit={() => cloning.mutate()}>
        <p className="text-muted">{w.shares.cloneHint}</p>
        {link === '' && (
          <TextField
            label={w.shares.link}
            hint={w.shares.linkHint}
            required
            spellCheck={false}
            value={linkText}
            onChange={(event) => setLinkText(event.target.value)}
          />
        )}
        <SelectField label={w.shares.project} value={projectId} onChange={(event) => setProjectId(event.target.value)}>
          {scopes.map(({ org, projects }) => (
            <optgroup key={org.id} label={org.name}>
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        {cloning.error && <ErrorAlert error={cloning.error} permissionHint={w.shares.cloneRoles} />}
        <Button type="submit" variant="primary" isPending={cloning.isPending}>
          {w.shares.cloneNow}
        </Button>
      </Form>
    </Dialog>
  );
}

function formatType(type: string): string {
  const typeNames: Readonly<Record<string, string>> = { ...w.shell.things, ...w.shares.types };
  return typeNames[type] ?? type;
}

interface CloneReportProps {
  readonly kind: Subject['kind'];
  readonly projectId: string;
  readonly result: CloneResult;
  readonly onClose: () => void;
}

function CloneReport({ kind, projectId, result: { id, name, left_behind: leftBehind }, onClose }: CloneReportProps) {
  const search = { project: projectId };
  return (
    <Dialog title={w.shares.cloned({ name })} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {leftBehind.length === 0 ? (
          <p>{w.shares.allCopied}</p>
        ) : (
          <section aria-label={w.shares.notCopied} className="flex flex-col gap-2">
            <h3 className="font-medium">{w.shares.notCopied}</h3>
            <ul className="flex list-disc flex-col gap-1 ps-5">
              {leftBehind.map((item) => (
                <li key={`${item.field} ${item.type} ${item.name}`}>
                  {formatType(item.type)} {item.name} · {w.shares.reasons[item.reason]}
                </li>
              ))}
            </ul>
          </section>
        )}
        {kind === 'task' ? (
          <Link to="/tasks/$taskId" params={{ taskId: id }} search={search} className="link">
            {w.shares.openIt}
          </Link>
        ) : (
          <Link to="/agents/$agentId" params={{ agentId: id }} search={search} className="link">
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
