import { lazy, Suspense } from 'react';
import { formatBytes } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { FieldErrorText, TextField, useFieldError } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { blobOf, type FolderFile, MAIN } from './folder.ts';

const CodeEditor = lazy(() => import('../../ui/code-editor.tsx'));

interface MainProps {
  readonly text: string;
  readonly error: unknown;
  readonly onChange: (text: string) => void;
}

/** The instructions, which a model follows once it takes the skill up. */
export function MainPanel({ text, error, onChange }: MainProps) {
  const { fieldError: problem, onChange: judge } = useFieldError(error, 'instructions');
  const change = (next: string) => {
    judge();
    onChange(next);
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-muted">{w.skills.mainHint}</p>
      <Suspense fallback={<Loading />}>
        <CodeEditor label={w.skills.textOf(MAIN)} language="markdown" initialText={text} onChange={change} />
      </Suspense>
      <FieldErrorText>{problem}</FieldErrorText>
    </div>
  );
}

interface FileProps {
  readonly file: FolderFile;
  readonly error: unknown;
  readonly onChange: (file: FolderFile) => void;
  readonly onRemove: () => void;
}

/** One file: what it is called, and its text where it has one. */
export function FilePanel({ file, error, onChange, onRemove }: FileProps) {
  const { path } = file;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-48 flex-1 basis-full sm:basis-0">
          <TextField
            label={w.skills.path}
            path={`${file.is === 'text' ? 'reference_docs' : 'assets'}.${path.slice(0, 100)}`}
            error={error}
            required
            spellCheck={false}
            placeholder="references/examples.md"
            value={path}
            onChange={(event) => onChange({ ...file, path: event.target.value })}
          />
        </div>
        <Button className="sm:mt-7" onClick={() => download(file)}>
          {w.skills.download}
        </Button>
        <Button className="sm:mt-7" aria-label={w.skills.removeFileNamed(path)} onClick={onRemove}>
          {w.skills.removeFile}
        </Button>
      </div>
      {file.is === 'text' ? (
        <Suspense fallback={<Loading />}>
          <CodeEditor
            label={w.skills.textOf(path)}
            language={languageOf(path)}
            initialText={file.text}
            onChange={(text) => onChange({ ...file, text })}
          />
        </Suspense>
      ) : (
        <p className="text-muted">{w.skills.noText(file.mediaType ?? '', formatBytes(file.size))}</p>
      )}
    </div>
  );
}

function languageOf(path: string): 'json' | 'markdown' | 'text' {
  if (/\.json$/i.test(path)) return 'json';
  return /\.(md|markdown)$/i.test(path) ? 'markdown' : 'text';
}

/** Gives a file to the browser to keep; it is never opened as a page. */
export function download(file: FolderFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blobOf(file));
  link.download = file.path.split('/').pop() || 'file';
  link.click();
  URL.revokeObjectURL(link.href);
}
