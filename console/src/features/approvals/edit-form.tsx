import { lazy, Suspense, useMemo, useState } from 'react';
import { numberIn, parseJson } from '../../lib/json.ts';
import { removeHiddenDeep } from '../../lib/visible.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, FieldProblem, LongField, SelectField, TextField } from '../../ui/field.tsx';
import { HiddenCount } from '../../ui/hidden-count.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { type FlatField, flatFields } from './schema-fields.ts';

const CodeEditor = lazy(() => import('../../ui/code-editor.tsx'));

type Values = Readonly<Record<string, unknown>>;

interface Props {
  readonly schema: unknown;
  readonly draft: Values;
  readonly error: unknown;
  readonly onDraft: (draft: Values) => void;
  /** Told whether the JSON can be read. */
  readonly onBroken: (broken: boolean) => void;
}

/** Arguments to edit: a form where the tool's schema is flat, and always the JSON. What is written replaces all of them. */
export function EditForm({ schema, draft, error, onDraft, onBroken }: Props) {
  // Those it began with: a number that is still being typed would take the form away.
  const [fields, setFields] = useState(() => flatFields(schema, draft));
  const [cleanings, setCleanings] = useState(0);
  const [tab, setTab] = useState<'form' | 'json'>(fields ? 'form' : 'json');
  const possible = tab === 'form' ? fields : flatFields(schema, draft);
  return (
    <section aria-label={w.approvals.editing} className="flex flex-col gap-3">
      <p className="text-sm text-quiet">{w.approvals.replaces}</p>
      {possible && (
        <div className="flex gap-1">
          {(['form', 'json'] as const).map((each) => (
            <Button
              key={each}
              small
              look={tab === each ? 'primary' : 'plain'}
              aria-pressed={tab === each}
              onClick={() => {
                setFields(possible);
                setTab(each);
                // The draft is what could be read last; what could not is gone with the editor.
                onBroken(false);
              }}
            >
              {w.approvals.tabs[each]}
            </Button>
          ))}
        </div>
      )}
      {tab === 'form' && fields ? (
        fields.map((field) => (
          <FieldOf
            key={field.name}
            field={field}
            value={draft[field.name]}
            error={error}
            onChange={(value) => onDraft(changed(draft, field.name, value))}
          />
        ))
      ) : (
        <JsonDraft key={cleanings} draft={draft} onDraft={onDraft} onBroken={onBroken} />
      )}
      <HiddenInDraft
        draft={draft}
        onRemove={(cleaned) => {
          // The editors take their text once: they begin anew with what is left.
          setCleanings((count) => count + 1);
          onDraft(cleaned);
        }}
      />
    </section>
  );
}

/** The arguments with marks in place of hidden characters, and a way to remove these; nothing where there are none. */
function HiddenInDraft({ draft, onRemove }: { readonly draft: Values; readonly onRemove: (cleaned: Values) => void }) {
  const { value, removedCount } = useMemo(() => removeHiddenDeep(draft), [draft]);
  if (removedCount === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <HiddenCount of={draft} />
      <JsonTree value={draft} open={Number.POSITIVE_INFINITY} />
      <Button small onClick={() => onRemove(value as Values)}>
        {w.approvals.removeHidden}
      </Button>
    </div>
  );
}

/** A draft with another value; undefined leaves the name out. */
function changed(draft: Values, name: string, value: unknown): Values {
  if (value !== undefined) return { ...draft, [name]: value };
  const { [name]: _, ...rest } = draft;
  return rest;
}

function JsonDraft({ draft, onDraft, onBroken }: Omit<Props, 'schema' | 'error'>) {
  const [problem, setProblem] = useState<string>();
  const take = (text: string) => {
    try {
      const value: unknown = parseJson(text);
      if (value === null || typeof value !== 'object' || Array.isArray(value))
        throw new Error(w.approvals.mustBeObject);
      onDraft(value as Values);
      setProblem(undefined);
      onBroken(false);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      onBroken(true);
    }
  };
  return (
    <div className="flex flex-col gap-1">
      <Suspense fallback={<Loading />}>
        <CodeEditor
          label={w.approvals.tabs.json}
          language="json"
          initial={JSON.stringify(draft, null, 2)}
          onChange={take}
        />
      </Suspense>
      <FieldProblem>{problem}</FieldProblem>
    </div>
  );
}

interface FieldProps {
  readonly field: FlatField;
  readonly value: unknown;
  readonly error: unknown;
  readonly onChange: (value: unknown) => void;
}

function FieldOf({ field, value, error, onChange }: FieldProps) {
  const { name, type, required, description, options } = field;
  const frame = { label: required ? `${name} *` : name, hint: description, at: `arguments.${name}`, error };
  if (type === 'boolean') return <CheckField label={name} checked={value === true} onChange={onChange} />;
  if (options) {
    return (
      <SelectField
        {...frame}
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
  if (type === 'number') return <NumberField {...frame} value={value} onNumber={onChange} />;
  const text = typeof value === 'string' ? value : '';
  return (
    <WordsField {...frame} value={text} onWords={(next) => onChange(next === '' && !required ? undefined : next)} />
  );
}

interface FrameProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly at: string;
  readonly error: unknown;
}

interface WordsProps extends FrameProps {
  readonly value: string;
  readonly onWords: (text: string) => void;
}

/** A text in one line, or in several where it was long to begin with: whoever types keeps the field they type in. */
function WordsField({ value, onWords, ...frame }: WordsProps) {
  const [isLong] = useState(() => value.length > 80 || value.includes('\n'));
  return isLong ? (
    <LongField {...frame} rows={8} value={value} onChange={(event) => onWords(event.target.value)} />
  ) : (
    <TextField {...frame} value={value} onChange={(event) => onWords(event.target.value)} />
  );
}

interface NumberProps extends FrameProps {
  readonly value: unknown;
  readonly onNumber: (value: unknown) => void;
}

/** A number stays one: what is none yet stays in the field only, and the server says what it thinks of it. */
function NumberField({ value, onNumber, ...frame }: NumberProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  return (
    <TextField
      {...frame}
      inputMode="decimal"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onNumber(target.value.trim() === '' ? undefined : (numberIn(target.value) ?? target.value));
      }}
    />
  );
}
