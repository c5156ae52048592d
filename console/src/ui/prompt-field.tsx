import { lazy, Suspense } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import { w } from '../words/index.ts';
import { FieldErrorText, type FieldProps, useFieldError } from './field.tsx';
import { Loading } from './loading.tsx';
import type { PromptEditorProps } from './prompt-editor.tsx';

const PromptEditor = lazy(() => import('./prompt-editor.tsx'));

/** Bytes per token of English text, roughly. */
const BYTES_PER_TOKEN = 4;

const estimateTokens = (text: string): number => Math.ceil(new TextEncoder().encode(text).byteLength / BYTES_PER_TOKEN);

type Props = FieldProps & PromptEditorProps;

/** A form field for a prompt, with the problems as text and an estimate of its tokens. */
export function PromptField({ label, hint, path, error, value, onChange, completions, findProblems, lines }: Props) {
  const { fieldError, onChange: dismissError } = useFieldError(error, path);
  const problems = [...new Set(findProblems(value).map(({ message }) => message))];
  const handleChange = (text: string) => {
    dismissError();
    onChange(text);
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <p className="me-auto text-sm font-medium">{label}</p>
        <p className="text-sm text-muted tabular-nums">
          {w.builder.aboutTokens({ n: formatNumber(estimateTokens(value)) })}
        </p>
      </div>
      <Suspense fallback={<Loading lineCount={lines} />}>
        <PromptEditor {...{ label, hint, value, completions, findProblems, lines }} onChange={handleChange} />
      </Suspense>
      <p className="text-sm text-muted">{hint}</p>
      {problems.map((problem) => (
        <p key={problem} className="text-sm break-words text-warning">
          {problem}
        </p>
      ))}
      <FieldErrorText>{fieldError}</FieldErrorText>
    </div>
  );
}
