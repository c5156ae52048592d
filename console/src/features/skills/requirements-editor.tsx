import { lazy, Suspense, useState } from 'react';
import { FieldErrorText, findFieldError, useFieldError } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { type Folder, findProblems } from './folder.ts';

const CodeEditor = lazy(() => import('../../ui/code-editor.tsx'));

interface Props {
  readonly folder: Folder;
  readonly error: unknown;
  readonly onChange: (change: (folder: Folder) => Folder) => void;
}

/** Edits the requirements and the metadata of a skill as JSON. */
export function RequirementsEditor({ folder, error, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const problems = findProblems(folder);
  const rejection = findFieldError(error, 'capabilities') ?? findFieldError(error, 'skill_metadata');
  const capabilitiesProblem = useFieldError(error, 'capabilities');
  const metadataProblem = useFieldError(error, 'skill_metadata');
  const editors = [
    ['capabilities', w.skills.requirements, w.skills.requirementsHint, problems.capabilities, capabilitiesProblem],
    ['metadata', w.skills.metadata, w.skills.metadataHint, problems.metadata, metadataProblem],
  ] as const;
  return (
    <details
      className="rounded-md border px-3 py-2"
      open={isOpen || rejection !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{w.skills.requirementsAndMetadata}</summary>
      {(isOpen || rejection !== undefined) && (
        <div className="grid gap-4 pt-3 md:grid-cols-2">
          {editors.map(([name, title, hint, jsonProblem, { fieldError: problem, onChange: clearProblem }]) => (
            <section key={name} aria-label={title} className="flex min-w-0 flex-col gap-1">
              <h3 className="font-medium">{title}</h3>
              <p className="text-sm text-muted">{hint}</p>
              <Suspense fallback={<Loading />}>
                <CodeEditor
                  label={title}
                  language="json"
                  initialText={folder[name]}
                  onChange={(text) => {
                    clearProblem();
                    onChange((current) => ({ ...current, [name]: text }));
                  }}
                />
              </Suspense>
              <FieldErrorText>{jsonProblem ?? problem}</FieldErrorText>
            </section>
          ))}
        </div>
      )}
    </details>
  );
}
