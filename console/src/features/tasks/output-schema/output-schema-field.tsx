import { useState } from 'react';
import { parseJson } from '../../../lib/json.ts';
import { Button } from '../../../ui/button.tsx';
import { findFieldError, TextareaField } from '../../../ui/field.tsx';
import { w } from '../../../words/index.ts';
import { isRecord, type OutputFormat } from './format.ts';
import { fromJsonSchema, toJsonSchema, UnsupportedSchema } from './json-schema.ts';
import { SchemaForm } from './schema-form.tsx';

interface Props {
  /** The format as JSON text. */
  readonly value: string;
  readonly error: unknown;
  readonly onChange: (text: string) => void;
}

const VIEWS = ['form', 'json', 'schema'] as const;

/** Edits the output format of a task: by a form, as its JSON, or as JSON Schema. All three show the same text. */
export function OutputSchemaField({ value, error, onChange }: Props) {
  const [chosenView, setView] = useState<(typeof VIEWS)[number]>('form');
  const format = parseFormat(value);
  const hasError = findFieldError(error, 'output_format') !== undefined;
  // The error names places in the JSON; a text that is no object has no form.
  const view = format === undefined || (hasError && chosenView === 'form') ? 'json' : chosenView;
  const change = (next: OutputFormat) => onChange(JSON.stringify(next, null, 2));
  return (
    <div className="flex flex-col gap-2">
      <fieldset className="flex flex-wrap items-center gap-1">
        <legend className="float-start me-3 text-sm font-medium">{w.tasks.format}</legend>
        {VIEWS.map((each) => (
          <Button
            key={each}
            isSmall
            variant={each === view ? 'plain' : 'quiet'}
            aria-pressed={each === view}
            disabled={each !== 'json' && format === undefined}
            onClick={() => setView(each)}
          >
            {w.builder.schema.views[each]}
          </Button>
        ))}
      </fieldset>
      {view === 'form' && format && <SchemaForm format={format} onChange={change} />}
      {view === 'schema' && format && <JsonSchemaField format={format} onChange={change} />}
      {view === 'json' && (
        <TextareaField
          label={w.builder.schema.asJson}
          hint={w.tasks.formatHint}
          path="output_format"
          error={error}
          required
          rows={8}
          spellCheck={false}
          className="font-mono"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}

function parseFormat(text: string): OutputFormat | undefined {
  try {
    const value: unknown = parseJson(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface JsonSchemaProps {
  readonly format: OutputFormat;
  readonly onChange: (format: OutputFormat) => void;
}

/** The format as JSON Schema. A text that is no format yet stays here and says what is not possible. */
function JsonSchemaField({ format, onChange }: JsonSchemaProps) {
  const [text, setText] = useState(() => JSON.stringify(toJsonSchema(format), null, 2) ?? '');
  const [problem, setProblem] = useState<string>();
  const change = (next: string) => {
    setText(next);
    try {
      onChange(fromJsonSchema(parseJson(next)));
      setProblem(undefined);
    } catch (failure) {
      setProblem(
        failure instanceof UnsupportedSchema
          ? w.builder.schema.unsupported({ part: failure.message })
          : w.ui.noJson({ problem: (failure as Error).message }),
      );
    }
  };
  return (
    <>
      <TextareaField
        label={w.builder.schema.views.schema}
        hint={w.builder.schema.schemaHint}
        rows={12}
        spellCheck={false}
        className="font-mono"
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      {problem !== undefined && (
        <p role="status" className="text-sm break-words text-warning">
          {problem}
        </p>
      )}
    </>
  );
}
