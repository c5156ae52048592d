import { lazy, Suspense, useState } from 'react';
import { FieldErrorText, findFieldError, useFieldError } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { type Folder, problemsOf } from './folder.ts';

const CodeEditor = lazy(() => import('../../ui/code-editor.tsx'));

interface Props {
  readonly folder: Folder;
  readonly error: unknown;
  readonly onChange: (change: (folder: Folder) => Folder) => void;
}

/** What a skill needs around it, and what is noted of it: JSON, as the API has it. */
export function Needs({ folder, error, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const problems = problemsOf(folder);
  const refused = findFieldError(error, 'capabilities') ?? findFieldError(error, 'skill_metadata');
  const needs = useFieldError(error, 'capabilities');
  const notes = useFieldError(error, 'skill_metadata');
  const parts = [
    ['capabilities', w.skills.needs, w.skills.needsHint, problems.capabilities, needs],
    ['metadata', w.skills.metadata, w.skills.metadataHint, problems.metadata, notes],
  ] as const;
  return (
    <details
      className="rounded-md border px-3 py-2"
      open={isOpen || refused !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{w.skills.needsTitle}</summary>
      {(isOpen || refused !== undefined) && (
        <div className="grid gap-4 pt-3 md:grid-cols-2">
          {parts.map(([name, title, hint, wrong, { fieldError: problem, onChange: judge }]) => (
            <section key={name} aria-label={title} className="flex min-w-0 flex-col gap-1">
              <h3 className="font-medium">{title}</h3>
              <p className="text-sm text-muted">{hint}</p>
              <Suspense fallback={<Loading />}>
                <CodeEditor
                  label={title}
                  language="json"
                  initialText={folder[name]}
                  onChange={(text) => {
                    judge();
                    onChange((now) => ({ ...now, [name]: text }));
                  }}
                />
              </Suspense>
              <FieldErrorText>{wrong ?? problem}</FieldErrorText>
            </section>
          ))}
        </div>
      )}
    </details>
  );
}
