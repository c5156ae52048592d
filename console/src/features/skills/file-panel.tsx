import { lazy, Suspense } from 'react';
import { formatBytes } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { FieldErrorText, TextField, useFieldError } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { type FolderFile, INSTRUCTIONS_FILE, toBlob } from './folder.ts';

const CodeEditor = lazy(() => import('../../ui/code-editor.tsx'));

interface InstructionsPanelProps {
  readonly text: string;
  readonly error: unknown;
  readonly onChange: (text: string) => void;
}

/** Edits the instructions of a skill. */
export function InstructionsPanel({ text, error, onChange }: InstructionsPanelProps) {
  const { fieldError: problem, onChange: clearProblem } = useFieldError(error, 'instructions');
  const handleChange = (next: string) => {
    clearProblem();
    onChange(next);
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-muted">{w.skills.mainHint}</p>
      <Suspense fallback={<Loading />}>
        <CodeEditor
          label={w.skills.textOf({ path: INSTRUCTIONS_FILE })}
          language="markdown"
          initialText={text}
          onChange={handleChange}
        />
      </Suspense>
      <FieldErrorText>{problem}</FieldErrorText>
    </div>
  );
}

interface FilePanelProps {
  readonly file: FolderFile;
  readonly error: unknown;
  readonly onChange: (file: FolderFile) => void;
  readonly onRemove: () => void;
}

/** Edits the path of a file, and its text where it has one. */
export function FilePanel({ file, error, onChange, onRemove }: FilePanelProps) {
  const { path } = file;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-48 flex-1 basis-full sm:basis-0">
          <TextField
            label={w.skills.path}
            path={`${file.kind === 'text' ? 'reference_docs' : 'assets'}.${path.slice(0, 100)}`}
            error={error}
            required
            spellCheck={false}
            placeholder="references/examples.md"
            value={path}
            onChange={(event) => onChange({ ...file, path: event.target.value })}
          />
        </div>
        <Button className="sm:mt-7" onClick={() => downloadFile(file)}>
          {w.skills.download}
        </Button>
        <Button className="sm:mt-7" aria-label={w.skills.removeFileNamed({ path })} onClick={onRemove}>
          {w.skills.removeFile}
        </Button>
      </div>
      {file.kind === 'text' ? (
        <Suspense fallback={<Loading />}>
          <CodeEditor
            label={w.skills.textOf({ path })}
            language={getLanguage(path)}
            initialText={file.text}
            onChange={(text) => onChange({ ...file, text })}
          />
        </Suspense>
      ) : (
        <p className="text-muted">{w.skills.noText({ type: file.mediaType ?? '', size: formatBytes(file.size) })}</p>
      )}
    </div>
  );
}

function getLanguage(path: string): 'json' | 'markdown' | 'text' {
  if (/\.json$/i.test(path)) return 'json';
  return /\.(md|markdown)$/i.test(path) ? 'markdown' : 'text';
}

/** Downloads a file. It never opens as a page, because its content is untrusted. */
export function downloadFile(file: FolderFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(toBlob(file));
  link.download = file.path.split('/').pop() || 'file';
  link.click();
  URL.revokeObjectURL(link.href);
}
