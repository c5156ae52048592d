import { useState } from 'react';
import { formatBytes } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { FieldErrorText, findFieldError } from '../../ui/field.tsx';
import { FileDropField } from '../../ui/file-drop-field.tsx';
import { w } from '../../words/index.ts';
import { FilePanel, MainPanel } from './file-panel.tsx';
import { type Folder, type FolderFile, fileFrom, MAIN, problemsOf, sizeOf } from './folder.ts';
import { Needs } from './needs.tsx';

type Problems = ReturnType<typeof problemsOf>;

export const isSound = ({ twins, capabilities, metadata }: Problems): boolean =>
  twins.length === 0 && capabilities === undefined && metadata === undefined;

interface Props {
  readonly folder: Folder;
  readonly error: unknown;
  readonly onChange: (change: (folder: Folder) => Folder) => void;
}

/** The folder of a skill: its files on the left, what is in one of them on the right. */
export function FolderEditor({ folder, error, onChange }: Props) {
  const [chosen, setChosen] = useState<string>(MAIN);
  const { files } = folder;
  const shown = files.find(({ id }) => id === chosen);
  const setFile = (next: FolderFile) =>
    onChange((now) => ({ ...now, files: now.files.map((file) => (file.id === next.id ? next : file)) }));
  const remove = (id: string) => {
    onChange((now) => ({ ...now, files: now.files.filter((file) => file.id !== id) }));
    setChosen(MAIN);
  };
  return (
    <section aria-label={w.skills.folder} className="flex flex-col gap-4">
      <div className="grid items-start gap-4 md:grid-cols-[minmax(12rem,1fr)_3fr]">
        <div className="flex min-w-0 flex-col gap-3">
          <FileList folder={folder} chosen={chosen} error={error} onChoose={setChosen} />
          <AddFiles onChange={onChange} onChoose={setChosen} />
          <FolderProblems folder={folder} error={error} />
        </div>
        {shown ? (
          <FilePanel key={shown.id} file={shown} error={error} onChange={setFile} onRemove={() => remove(shown.id)} />
        ) : (
          <MainPanel
            text={folder.instructions}
            error={error}
            onChange={(instructions) => onChange((now) => ({ ...now, instructions }))}
          />
        )}
      </div>
      <Needs folder={folder} error={error} onChange={onChange} />
    </section>
  );
}

interface ListProps {
  readonly folder: Folder;
  readonly chosen: string;
  readonly error: unknown;
  readonly onChoose: (id: string) => void;
}

function FileList({ folder: { instructions, files }, chosen, error, onChoose }: ListProps) {
  const entries = [
    { id: MAIN, path: MAIN, size: new Blob([instructions]).size, wrong: findFieldError(error, 'instructions') },
    ...files.map((file) => ({ id: file.id, path: file.path, size: sizeOf(file), wrong: problemOf(file, error) })),
  ];
  return (
    <ul aria-label={w.skills.files} className="flex flex-col rounded-md border bg-surface p-1">
      {entries.map(({ id, path, size, wrong }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === chosen || undefined}
            onClick={() => onChoose(id)}
            className={joinClassNames(
              'flex w-full min-w-0 items-baseline gap-2 rounded px-2 py-1 text-start hover:bg-surface-muted',
              id === chosen && 'bg-accent-subtle font-medium',
            )}
          >
            <span dir="auto" className="min-w-0 flex-1 font-mono text-sm break-all">
              {path || w.skills.unnamed}
            </span>
            {wrong !== undefined && (
              <span className="text-danger">
                <span aria-hidden>✕</span>
                <span className="sr-only">{w.skills.wrong}</span>
              </span>
            )}
            <span className="text-sm text-muted">{formatBytes(size)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A path as a 422 names it, which cuts long ones. */
const SAID_OF_PATH = 100;

/** What a refused try says of a file. */
export function problemOf({ is, path }: Pick<FolderFile, 'is' | 'path'>, error: unknown): string | undefined {
  const field = is === 'text' ? 'reference_docs' : 'assets';
  return findFieldError(error, `${field}.${path.slice(0, SAID_OF_PATH)}`);
}

interface AddProps {
  readonly onChange: (change: (folder: Folder) => Folder) => void;
  readonly onChoose: (id: string) => void;
}

/** New files: an empty one to write, or those that somebody drops, which take the place of others of their names. */
function AddFiles({ onChange, onChoose }: AddProps) {
  const add = (brought: readonly FolderFile[]) => {
    const paths = new Set(brought.map(({ path }) => path));
    onChange((now) => ({ ...now, files: [...now.files.filter(({ path }) => !paths.has(path)), ...brought] }));
    const [first] = brought;
    if (first) onChoose(first.id);
  };
  const empty = (): FolderFile => ({ id: crypto.randomUUID(), path: '', is: 'text', text: '' });
  return (
    <>
      <Button onClick={() => add([empty()])}>{w.skills.addFile}</Button>
      <FileDropField
        label={w.skills.chooseFiles}
        prompt={w.skills.dropFiles}
        multiple
        onSelectFiles={(files) => void Promise.all(files.map(fileFrom)).then(add)}
      />
    </>
  );
}

/** What is wrong with the folder as a whole. */
function FolderProblems({ folder, error }: Pick<Props, 'folder' | 'error'>) {
  const { twins } = problemsOf(folder);
  const told = [
    ...twins.map((path) => w.skills.twins(path)),
    ...['reference_docs', 'assets'].flatMap((field) => findFieldError(error, field) ?? []),
  ];
  return told.map((problem) => <FieldErrorText key={problem}>{problem}</FieldErrorText>);
}
