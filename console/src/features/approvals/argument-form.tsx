import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { getErrorMessage } from '../../../../src/platform/error-message.ts';
import { removeHiddenDeep } from '../../lib/hidden-text.ts';
import { parseJson, parseNumber } from '../../lib/json.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField, FieldErrorText, SelectField, TextareaField, TextField } from '../../ui/field.tsx';
import { HiddenCharactersWarning } from '../../ui/hidden-characters-warning.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { type FlatField, toFlatFields } from './schema-fields.ts';

const CodeEditor = lazy(() => import('../../ui/code-editor.tsx'));

type Values = Readonly<Record<string, unknown>>;

interface Props {
  readonly schema: unknown;
  readonly draft: Values;
  readonly error: unknown;
  readonly onDraftChange: (draft: Values) => void;
  /** Called with whether the JSON cannot be parsed. */
  readonly onInvalidChange: (isInvalid: boolean) => void;
}

/** Edits arguments as JSON, or as a form where the tool's schema is flat. The result replaces all arguments. */
export default function ArgumentForm({ schema, draft, error, onDraftChange, onInvalidChange }: Props) {
  // Keeps the initial fields: a half-typed number would otherwise hide the form.
  const [fields, setFields] = useState(() => toFlatFields(schema, draft));
  const [cleanCount, setCleanCount] = useState(0);
  const [tab, setTab] = useState<'form' | 'json'>(fields ? 'form' : 'json');
  const sectionRef = useRef<HTMLElement>(null);
  // The user has asked for the editor by key or click.
  useEffect(() => sectionRef.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), []);
  const availableFields = tab === 'form' ? fields : toFlatFields(schema, draft);
  return (
    <section ref={sectionRef} aria-label={w.approvals.editing} className="flex flex-col gap-3">
      <p className="text-sm text-muted">{w.approvals.replaces}</p>
      {availableFields && (
        <div className="flex gap-1">
          {(['form', 'json'] as const).map((tabName) => (
            <Button
              key={tabName}
              isSmall
              variant={tab === tabName ? 'primary' : 'plain'}
              aria-pressed={tab === tabName}
              onClick={() => {
                setFields(availableFields);
                setTab(tabName);
                // The draft is the last valid value: invalid text is discarded with the editor.
                onInvalidChange(false);
              }}
            >
              {w.approvals.tabs[tabName]}
            </Button>
          ))}
        </div>
      )}
      {tab === 'form' && fields ? (
        fields.map((field) => (
          <ArgumentField
            key={field.name}
            field={field}
            value={draft[field.name]}
            error={error}
            onChange={(value) => onDraftChange(setArgument(draft, field.name, value))}
          />
        ))
      ) : (
        <JsonEditor key={cleanCount} draft={draft} onDraftChange={onDraftChange} onInvalidChange={onInvalidChange} />
      )}
      <HiddenCharacters
        draft={draft}
        onRemove={(cleanedDraft) => {
          // The editors read their text only once, so the key remounts them.
          setCleanCount((count) => count + 1);
          onDraftChange(cleanedDraft);
        }}
      />
    </section>
  );
}

/** Marks hidden characters in the arguments and offers to remove them. Renders nothing without any. */
function HiddenCharacters({
  draft,
  onRemove,
}: {
  readonly draft: Values;
  readonly onRemove: (cleanedDraft: Values) => void;
}) {
  const { value, removedCount } = useMemo(() => removeHiddenDeep(draft), [draft]);
  if (removedCount === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <HiddenCharactersWarning value={draft} />
      <JsonTree value={draft} openLevels={Number.POSITIVE_INFINITY} />
      <Button isSmall onClick={() => onRemove(value as Values)}>
        {w.approvals.removeHidden}
      </Button>
    </div>
  );
}

/** Returns the draft with one value replaced. Undefined removes the name. */
function setArgument(draft: Values, name: string, value: unknown): Values {
  if (value !== undefined) return { ...draft, [name]: value };
  const { [name]: _, ...rest } = draft;
  return rest;
}

function JsonEditor({ draft, onDraftChange, onInvalidChange }: Omit<Props, 'schema' | 'error'>) {
  const [problem, setProblem] = useState<string>();
  const parseText = (text: string) => {
    try {
      const value: unknown = parseJson(text);
      if (value === null || typeof value !== 'object' || Array.isArray(value))
        throw new Error(w.approvals.mustBeObject);
      onDraftChange(value as Values);
      setProblem(undefined);
      onInvalidChange(false);
    } catch (error) {
      setProblem(getErrorMessage(error));
      onInvalidChange(true);
    }
  };
  return (
    <div className="flex flex-col gap-1">
      <Suspense fallback={<Loading />}>
        <CodeEditor
          takesFocus
          label={w.approvals.tabs.json}
          language="json"
          initialText={JSON.stringify(draft, null, 2)}
          onChange={parseText}
        />
      </Suspense>
      <FieldErrorText>{problem}</FieldErrorText>
    </div>
  );
}

interface ArgumentFieldProps {
  readonly field: FlatField;
  readonly value: unknown;
  readonly error: unknown;
  readonly onChange: (value: unknown) => void;
}

function ArgumentField({ field, value, error, onChange }: ArgumentFieldProps) {
  const { name, type, required, description, options } = field;
  const fieldProps = { label: required ? `${name} *` : name, hint: description, path: `arguments.${name}`, error };
  if (type === 'boolean') return <CheckboxField label={name} checked={value === true} onChange={onChange} />;
  if (options) {
    return (
      <SelectField
        {...fieldProps}
        value={value === undefined ? '' : String(value)}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        {!required && <option value="" />}
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
    );
  }
  if (type === 'number') return <ArgumentNumberField {...fieldProps} value={value} onNumberChange={onChange} />;
  const text = typeof value === 'string' ? value : '';
  return (
    <ArgumentTextField
      {...fieldProps}
      value={text}
      onTextChange={(next) => onChange(next === '' && !required ? undefined : next)}
    />
  );
}

interface FrameProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly path: string;
  readonly error: unknown;
}

interface ArgumentTextFieldProps extends FrameProps {
  readonly value: string;
  readonly onTextChange: (text: string) => void;
}

/** Edits one line, or several where the initial text is long. The element stays, because replacing it loses focus. */
function ArgumentTextField({ value, onTextChange, ...fieldProps }: ArgumentTextFieldProps) {
  const [isLong] = useState(() => value.length > 80 || value.includes('\n'));
  return isLong ? (
    <TextareaField {...fieldProps} rows={8} value={value} onChange={(event) => onTextChange(event.target.value)} />
  ) : (
    <TextField {...fieldProps} value={value} onChange={(event) => onTextChange(event.target.value)} />
  );
}

interface ArgumentNumberFieldProps extends FrameProps {
  readonly value: unknown;
  readonly onNumberChange: (value: unknown) => void;
}

/** Edits a number. Text that is no number goes to the server, which reports the error. */
function ArgumentNumberField({ value, onNumberChange, ...fieldProps }: ArgumentNumberFieldProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  return (
    <TextField
      {...fieldProps}
      inputMode="decimal"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onNumberChange(target.value.trim() === '' ? undefined : (parseNumber(target.value) ?? target.value));
      }}
    />
  );
}
