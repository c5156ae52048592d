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
import type { EvalSubject } from './eval-kinds.ts';
import { type EvalSet, invalidateSet, updateSet } from './queries.ts';
import { ScorerSettingField } from './scorer-setting-field.tsx';
import { getScorerSettings, isScorer, listScorers, type ScorerName } from './scorer-settings.ts';

interface ScorerRowValue {
  readonly scorer: ScorerName;
  readonly config: Settings;
}

interface Props {
  readonly subject: EvalSubject;
  readonly set: EvalSet;
  readonly canEdit: boolean;
  readonly onSaved: () => void;
}

/** Edits the scorers of a set. Without scorers, the default ones apply. */
export function ScorersForm({ subject, set, canEdit, onSaved }: Props) {
  const [rows, setRows] = useState<readonly ScorerRowValue[]>(() =>
    set.scorers.flatMap(({ scorer, config }) => (isScorer(scorer) ? [{ scorer, config }] : [])),
  );
  const save = useSaveScorers(subject, set.id, rows, onSaved);
  const replaceRow = (index: number, row: ScorerRowValue | undefined) =>
    setRows(rows.flatMap((current, position) => (position !== index ? [current] : row ? [row] : [])));
  return (
    <Section title={w.evals.scorers} hint={w.evals.scorersHint}>
      <Form className="flex flex-col gap-3" onSubmit={() => save.mutate()}>
        {rows.length === 0 && (
          <p className="text-muted">{subject.kind === 'task' ? w.evals.usualTask : w.evals.usualAgent}</p>
        )}
        {rows.map((row, index) => (
          <ScorerRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a scorer is identified by its position
            key={index}
            {...{ subject, row, index, canEdit }}
            error={save.error}
            onChange={(next) => replaceRow(index, next)}
          />
        ))}
        <FormError error={save.error} fieldPaths={getErrorPaths(save.error, rows)} />
        {canEdit && (
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

function useSaveScorers(subject: EvalSubject, setId: string, rows: readonly ScorerRowValue[], onSaved: () => void) {
  const scope = useScope();
  return useMutation({
    mutationFn: () => updateSet(scope, subject, setId, { scorers: rows }),
    onSuccess: () => {
      onSaved();
      showToast(w.evals.scorersSaved);
      invalidateSet(setId);
    },
  });
}

/** Returns the paths of the fields that show their own errors. */
function getErrorPaths(error: unknown, rows: readonly ScorerRowValue[]): readonly string[] {
  if (!(error instanceof ApiError)) return [];
  return rows.flatMap(({ scorer }, index) => [
    `scorers.${index}.scorer`,
    ...getScorerSettings(scorer).map(({ name }) => `scorers.${index}.config.${name}`),
  ]);
}

interface ScorerRowProps {
  readonly subject: EvalSubject;
  readonly row: ScorerRowValue;
  readonly index: number;
  readonly canEdit: boolean;
  readonly error: unknown;
  readonly onChange: (row: ScorerRowValue | undefined) => void;
}

function ScorerRow({ subject, row: { scorer, config }, index, canEdit, error, onChange }: ScorerRowProps) {
  const configPath = `scorers.${index}.config`;
  const hasFieldError = getScorerSettings(scorer).some(
    ({ name }) => findFieldError(error, `${configPath}.${name}`) !== undefined,
  );
  return (
    <fieldset disabled={!canEdit} className="flex flex-col gap-3 rounded-md border bg-surface p-3">
      <legend className="px-1 font-medium">{w.evals.scorerNames[scorer]}</legend>
      <SelectField
        label={w.evals.kind}
        hint={w.evals.scorerHints[scorer]}
        // Errors that concern the settings as a whole appear on the scorer field.
        path={hasFieldError ? `scorers.${index}.scorer` : `scorers.${index}`}
        error={error}
        value={scorer}
        onChange={(event) => onChange({ scorer: event.target.value as ScorerName, config: {} })}
      >
        {listScorers(subject.kind).map((name) => (
          <option key={name} value={name}>
            {w.evals.scorerNames[name]}
          </option>
        ))}
      </SelectField>
      {getScorerSettings(scorer).map((field) => (
        <ScorerSettingField
          key={field.name}
          setting={field}
          path={`${configPath}.${field.name}`}
          error={error}
          value={config[field.name]}
          onChange={(value) => onChange({ scorer, config: withSetting(config, field.name, value) })}
        />
      ))}
      {canEdit && (
        <div>
          <Button isSmall onClick={() => onChange(undefined)}>
            {w.evals.dropScorer({ name: w.evals.scorerNames[scorer] })}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
