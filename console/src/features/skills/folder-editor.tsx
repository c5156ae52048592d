import { useState } from 'react';
import { formatBytes } from '../../lib/numbers.ts';
import { createUuid } from '../../lib/uuid.ts';
import { Button } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { FieldErrorText, findFieldError } from '../../ui/field.tsx';
import { FileDropField } from '../../ui/file-drop-field.tsx';
import { X } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { FilePanel, InstructionsPanel } from './file-panel.tsx';
import { type Folder, type FolderFile, findProblems, getFileSize, INSTRUCTIONS_FILE, readFile } from './folder.ts';
import { RequirementsEditor } from './requirements-editor.tsx';

type FolderProblemsResult = ReturnType<typeof findProblems>;

export const isValidFolder = ({ duplicatePaths, capabilities, metadata }: FolderProblemsResult): boolean =>
  duplicatePaths.length === 0 && capabilities === undefined && metadata === undefined;

interface Props {
  readonly folder: Folder;
  readonly error: unknown;
  readonly onChange: (change: (folder: Folder) => Folder) => void;
}

/** Edits the folder of a skill: the list of files and the selected file. */
export function FolderEditor({ folder, error, onChange }: Props) {
  const [selectedId, setSelectedId] = useState<string>(INSTRUCTIONS_FILE);
  const { files } = folder;
  const selectedFile = files.find(({ id }) => id === selectedId);
  const setFile = (next: FolderFile) =>
    onChange((current) => ({ ...current, files: current.files.map((file) => (file.id === next.id ? next : file)) }));
  const remove = (id: string) => {
    onChange((current) => ({ ...current, files: current.files.filter((file) => file.id !== id) }));
    setSelectedId(INSTRUCTIONS_FILE);
  };
  return (
    <section aria-label={w.skills.folder} className="flex flex-col gap-4">
      <div className="grid items-start gap-4 md:grid-cols-[minmax(12rem,1fr)_3fr]">
        <div className="flex min-w-0 flex-col gap-3">
          <FileList folder={folder} selectedId={selectedId} error={error} onSelect={setSelectedId} />
          <AddFiles onChange={onChange} onSelect={setSelectedId} />
          <FolderProblems folder={folder} error={error} />
        </div>
        {selectedFile ? (
          <FilePanel
            key={selectedFile.id}
            file={selectedFile}
            error={error}
            onChange={setFile}
            onRemove={() => remove(selectedFile.id)}
          />
        ) : (
          <InstructionsPanel
            text={folder.instructions}
            error={error}
            onChange={(instructions) => onChange((current) => ({ ...current, instructions }))}
          />
        )}
      </div>
      <RequirementsEditor folder={folder} error={error} onChange={onChange} />
    </section>
  );
}

interface FileListProps {
  readonly folder: Folder;
  readonly selectedId: string;
  readonly error: unknown;
  readonly onSelect: (id: string) => void;
}

function FileList({ folder: { instructions, files }, selectedId, error, onSelect }: FileListProps) {
  const entries = [
    {
      id: INSTRUCTIONS_FILE,
      path: INSTRUCTIONS_FILE,
      size: new Blob([instructions]).size,
      problem: findFieldError(error, 'instructions'),
    },
    ...files.map((file) => ({
      id: file.id,
      path: file.path,
      size: getFileSize(file),
      problem: getFileProblem(file, error),
    })),
  ];
  return (
    <ul aria-label={w.skills.files} className="flex flex-col rounded-md border bg-surface p-1">
      {entries.map(({ id, path, size, problem }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === selectedId || undefined}
            onClick={() => onSelect(id)}
            className={joinClassNames(
              'flex w-full min-w-0 items-baseline gap-2 rounded px-2 py-1 text-start hover:bg-surface-muted',
              id === selectedId && 'bg-accent-subtle font-medium',
            )}
          >
            <span dir="auto" className="min-w-0 flex-1 font-mono text-sm break-all">
              {path || w.skills.noPath}
            </span>
            {problem !== undefined && (
              <span className="text-danger">
                <X className="size-4" />
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

/** Length at which the API truncates paths in validation errors, in characters. */
const MAX_ERROR_PATH_LENGTH = 100;

/** Returns the validation error of a file. */
function getFileProblem({ kind, path }: Pick<FolderFile, 'kind' | 'path'>, error: unknown): string | undefined {
  const field = kind === 'text' ? 'reference_docs' : 'assets';
  return findFieldError(error, `${field}.${path.slice(0, MAX_ERROR_PATH_LENGTH)}`);
}

interface AddFilesProps {
  readonly onChange: (change: (folder: Folder) => Folder) => void;
  readonly onSelect: (id: string) => void;
}

/** Adds an empty file, or dropped files. Dropped files replace those with the same path. */
function AddFiles({ onChange, onSelect }: AddFilesProps) {
  const add = (newFiles: readonly FolderFile[]) => {
    const paths = new Set(newFiles.map(({ path }) => path));
    onChange((current) => ({
      ...current,
      files: [...current.files.filter(({ path }) => !paths.has(path)), ...newFiles],
    }));
    const [first] = newFiles;
    if (first) onSelect(first.id);
  };
  const createEmptyFile = (): FolderFile => ({ id: createUuid(), path: '', kind: 'text', text: '' });
  return (
    <>
      <Button onClick={() => add([createEmptyFile()])}>{w.skills.addFile}</Button>
      <FileDropField
        label={w.skills.chooseFiles}
        prompt={w.skills.dropFiles}
        multiple
        onSelectFiles={(files) => void Promise.all(files.map(readFile)).then(add)}
      />
    </>
  );
}

/** Shows the problems of the folder as a whole. */
function FolderProblems({ folder, error }: Pick<Props, 'folder' | 'error'>) {
  const { duplicatePaths } = findProblems(folder);
  const messages = [
    ...duplicatePaths.map((path) => w.skills.twins({ path })),
    ...['reference_docs', 'assets'].flatMap((field) => findFieldError(error, field) ?? []),
  ];
  return messages.map((problem) => <FieldErrorText key={problem}>{problem}</FieldErrorText>);
}
