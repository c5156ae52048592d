import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { copyToClipboard } from '../../ui/copyable.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { agentQuery } from '../agents/agent-query.ts';
import { taskQuery } from '../tasks/queries.ts';
import { CALL_LANGUAGES, type CodeTarget, formatSnippet, SNIPPET_NAMES, type SnippetName } from './snippets.ts';

interface SubjectProps {
  readonly subject: Subject;
}

/** Snippets that run a task or an agent from other programs. */
export function CodeTab({ subject }: SubjectProps) {
  return subject.kind === 'task' ? <TaskCode subject={subject} /> : <AgentCode subject={subject} />;
}

function AgentCode({ subject }: SubjectProps) {
  const scope = useScope();
  const { data } = useQuery(agentQuery(scope, subject.id));
  const target = { ...scope, kind: 'task_agent', id: subject.id, message: w.code.message } as const;
  return <CodeSection target={target} isExposed={data?.exposed_to_agents} />;
}

function TaskCode({ subject }: SubjectProps) {
  const scope = useScope();
  const { data } = useQuery(taskQuery(scope, subject.id));
  const revision = data?.revisions.find(({ active }) => active) ?? data?.revisions[0];
  const input = Object.fromEntries((revision?.input_params ?? []).map((name) => [name, w.code.value({ name })]));
  const target = { ...scope, kind: 'task', id: subject.id, input } as const;
  return <CodeSection target={target} isExposed={data?.exposed_to_agents} />;
}

/** Snippets that query a collection from other programs. */
export function CollectionCode({ id }: { readonly id: string }) {
  return (
    <CodeSection target={{ ...useScope(), kind: 'collection', id, question: w.code.question }} isExposed={undefined} />
  );
}

interface SectionProps {
  readonly target: CodeTarget;
  /** Whether MCP clients see it; undefined if unknown or not possible. */
  readonly isExposed: boolean | undefined;
}

function CodeSection({ target, isExposed }: SectionProps) {
  const names = target.kind === 'collection' ? CALL_LANGUAGES : SNIPPET_NAMES;
  const [name, setName] = useState<SnippetName>('curl');
  const snippet = formatSnippet(name, target, location.origin);
  const copy = async () => {
    if (await copyToClipboard(snippet)) showToast(w.ui.copied);
    else showToast(w.ui.notCopied, 'bad');
  };
  return (
    <Section title={w.code.title} hint={w.code.hint}>
      <div className="flex max-w-4xl flex-col gap-3">
        <p className="text-muted">
          {w.code.key}{' '}
          <Link to="/settings/keys" className="link">
            {w.code.createKey}
          </Link>
        </p>
        <fieldset className="flex flex-wrap items-center gap-1">
          <legend className="sr-only">{w.code.language}</legend>
          {names.map((each) => (
            <Button
              key={each}
              isSmall
              variant={each === name ? 'plain' : 'quiet'}
              aria-pressed={each === name}
              onClick={() => setName(each)}
            >
              {w.code.names[each]}
            </Button>
          ))}
          <Button isSmall className="ms-auto" onClick={() => void copy()}>
            {w.code.copy}
          </Button>
        </fieldset>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll long lines
          tabIndex={0}
          data-snippet={name}
          className="overflow-x-auto rounded-lg border bg-surface p-4 font-mono text-sm shadow-sm"
        >
          {snippet}
        </pre>
        <p className="text-sm text-muted">{w.code.notes[name]}</p>
        {name === 'MCP' && isExposed === false && <p className="text-sm text-warning">{w.code.notExposed}</p>}
      </div>
    </Section>
  );
}
