import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useScope } from '../../lib/session.ts';
import { type Settings, withSetting } from '../../lib/settings.ts';
import { Button } from '../../ui/button.tsx';
import { findFieldError, SelectField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { Of } from './kinds.ts';
import { changeSet, type EvalSet, setChanged } from './queries.ts';
import { isScorer, type ScorerName, scorersOf, settingsOf } from './scorer-fields.ts';
import { ScorerSetting } from './scorer-setting.tsx';

interface Row {
  readonly scorer: ScorerName;
  readonly config: Settings;
}

interface Props {
  readonly of: Of;
  readonly set: EvalSet;
  readonly mayEdit: boolean;
  readonly onSaved: () => void;
}

/** What the cases of a set are scored by; nothing said means the usual. */
export function ScorersForm({ of, set, mayEdit, onSaved }: Props) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    set.scorers.flatMap(({ scorer, config }) => (isScorer(scorer) ? [{ scorer, config }] : [])),
  );
  const save = useSave(of, set.id, rows, onSaved);
  const change = (at: number, row: Row | undefined) =>
    setRows(rows.flatMap((each, i) => (i !== at ? [each] : row ? [row] : [])));
  return (
    <Section title={w.evals.scorers} hint={w.evals.scorersHint}>
      <Form className="flex flex-col gap-3" onSubmit={() => save.mutate()}>
        {rows.length === 0 && (
          <p className="text-muted">{of.kind === 'task' ? w.evals.usualTask : w.evals.usualAgent}</p>
        )}
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a scorer is known by its place
          <ScorerRow key={at} {...{ of, row, at, mayEdit }} error={save.error} onChange={(next) => change(at, next)} />
        ))}
        <FormError error={save.error} fieldPaths={saidBeside(save.error, rows)} />
        {mayEdit && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setRows([...rows, { scorer: 'same', config: {} }])}>{w.evals.addScorer}</Button>
            <Button type="submit" variant="primary" isPending={save.isPending}>
              {w.evals.saveScorers}
            </Button>
          </div>
        )}
      </Form>
    </Section>
  );
}

function useSave(of: Of, setId: string, rows: readonly Row[], onSaved: () => void) {
  const scope = useScope();
  return useMutation({
    mutationFn: () => changeSet(scope, of, setId, { scorers: rows }),
    onSuccess: () => {
      onSaved();
      showToast(w.evals.scorersSaved);
      setChanged(setId);
    },
  });
}

/** Places of the form that say themselves what a refusal says of them. */
function saidBeside(error: unknown, rows: readonly Row[]): readonly string[] {
  if (!(error instanceof ApiError)) return [];
  return rows.flatMap(({ scorer }, at) => [
    `scorers.${at}.scorer`,
    ...settingsOf(scorer).map(({ name }) => `scorers.${at}.config.${name}`),
  ]);
}

interface RowProps {
  readonly of: Of;
  readonly row: Row;
  readonly at: number;
  readonly mayEdit: boolean;
  readonly error: unknown;
  readonly onChange: (row: Row | undefined) => void;
}

function ScorerRow({ of, row: { scorer, config }, at, mayEdit, error, onChange }: RowProps) {
  const place = `scorers.${at}.config`;
  const inside = settingsOf(scorer).some(({ name }) => findFieldError(error, `${place}.${name}`) !== undefined);
  return (
    <fieldset disabled={!mayEdit} className="flex flex-col gap-3 rounded-md border bg-surface p-3">
      <legend className="px-1 font-medium">{w.evals.scorerNames[scorer]}</legend>
      <SelectField
        label={w.evals.kind}
        hint={w.evals.scorerHints[scorer]}
        // What is wrong with the settings as a whole stands beside the kind.
        path={inside ? `scorers.${at}.scorer` : `scorers.${at}`}
        error={error}
        value={scorer}
        onChange={(event) => onChange({ scorer: event.target.value as ScorerName, config: {} })}
      >
        {scorersOf(of.kind).map((name) => (
          <option key={name} value={name}>
            {w.evals.scorerNames[name]}
          </option>
        ))}
      </SelectField>
      {settingsOf(scorer).map((field) => (
        <ScorerSetting
          key={field.name}
          setting={field}
          path={`${place}.${field.name}`}
          error={error}
          value={config[field.name]}
          onChange={(value) => onChange({ scorer, config: withSetting(config, field.name, value) })}
        />
      ))}
      {mayEdit && (
        <div>
          <Button isSmall onClick={() => onChange(undefined)}>
            {w.evals.dropScorer(w.evals.scorerNames[scorer])}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
