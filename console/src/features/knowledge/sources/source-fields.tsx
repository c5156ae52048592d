import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useScope } from '../../../lib/session.ts';
import { DurationField } from '../../../ui/duration-field.tsx';
import {
  CheckboxField,
  FieldErrorText,
  findFieldError,
  NameField,
  SelectField,
  TextareaField,
  TextField,
  useFieldError,
} from '../../../ui/field.tsx';
import { w } from '../../../words/index.ts';
import { collectionsQuery } from '../queries.ts';
import { CONFIG_FIELDS, SECRET_REQUIREMENTS, type SourceDraft, type SourceField, SYNC_INTERVALS } from './draft.ts';

interface Props {
  readonly draft: SourceDraft;
  readonly error: unknown;
  readonly onChange: (draft: SourceDraft) => void;
  /** Whether a secret is stored. It is kept if the field stays empty. */
  readonly hasSecret?: boolean;
}

/** Edits a source's configuration and schedule. */
export function SourceFields({ draft, error, onChange, hasSecret = false }: Props) {
  const update = (change: Partial<SourceDraft>) => onChange({ ...draft, ...change });
  const secretRequirement = SECRET_REQUIREMENTS[draft.kind];
  return (
    <>
      <NameField label={w.sources.name} error={error} value={draft.name} onChange={(name) => update({ name })} />
      <ConfigFields
        fields={CONFIG_FIELDS[draft.kind]}
        config={draft.config}
        error={error}
        onChange={(config) => update({ config })}
      />
      {secretRequirement !== undefined && (
        <TextField
          label={w.sources.secrets[draft.kind as keyof typeof w.sources.secrets]}
          hint={hasSecret ? w.sources.secretKept : w.sources.secretHint}
          path="secret"
          error={error}
          type="password"
          autoComplete="new-password"
          required={secretRequirement === 'needed' && !hasSecret}
          value={draft.secret}
          onChange={(event) => update({ secret: event.target.value })}
        />
      )}
      <ScheduleField value={draft.schedule} error={error} onChange={(schedule) => update({ schedule })} />
      <UpkeepFields draft={draft} error={error} onChange={update} />
      <CollectionsField
        value={draft.collection_ids}
        error={error}
        onChange={(collection_ids) => update({ collection_ids })}
      />
      <SelectField
        label={w.sources.strategy}
        hint={w.sources.strategies[draft.strategy]}
        path="strategy"
        error={error}
        value={draft.strategy}
        onChange={(event) => update({ strategy: event.target.value as SourceDraft['strategy'] })}
      >
        {(['auto', 'fast', 'hi_res', 'ocr_only'] as const).map((option) => (
          <option key={option} value={option}>
            {w.sources.strategyNames[option]}
          </option>
        ))}
      </SelectField>
    </>
  );
}

interface UpkeepFieldsProps {
  readonly draft: SourceDraft;
  readonly error: unknown;
  readonly onChange: (change: Partial<SourceDraft>) => void;
}

/** Edits the freshness goal and when removals need a decision. */
function UpkeepFields({ draft, error, onChange }: UpkeepFieldsProps) {
  const limit = (name: 'removal_max_documents' | 'removal_max_percent', max: number) => (
    <TextField
      label={w.sources.upkeep[name]}
      path={name}
      error={error}
      type="number"
      min={0}
      max={max}
      step={1}
      required
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <DurationField
        label={w.sources.upkeep.fresh_within}
        hint={w.sources.upkeepHints.fresh_within}
        path="fresh_within"
        error={error}
        value={draft.fresh_within}
        onChange={(fresh_within) => onChange({ fresh_within })}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="font-medium">{w.sources.upkeep.removals}</legend>
        <p className="text-sm text-muted">{w.sources.upkeepHints.removals}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {limit('removal_max_documents', 1000)}
          {limit('removal_max_percent', 50)}
        </div>
        <DurationField
          label={w.sources.upkeep.removal_repeat_after}
          hint={w.sources.upkeepHints.removal_repeat_after}
          path="removal_repeat_after"
          error={error}
          value={draft.removal_repeat_after}
          onChange={(removal_repeat_after) => onChange({ removal_repeat_after })}
        />
      </fieldset>
    </>
  );
}

interface ConfigFieldsProps {
  readonly fields: readonly SourceField[];
  readonly config: SourceDraft['config'];
  readonly error: unknown;
  /** Path prefix of the fields, for errors. */
  readonly pathPrefix?: string;
  readonly onChange: (config: SourceDraft['config']) => void;
}

/** Edits the configuration of a source type. */
export function ConfigFields({ fields, config, error, pathPrefix = 'config.', onChange }: ConfigFieldsProps) {
  return fields.map(({ name, type, choices, required = false }) => {
    const commonProps = {
      label: w.sources.fields[name],
      hint: w.sources.hints[name as keyof typeof w.sources.hints] as string | undefined,
      path: `${pathPrefix}${name}`,
      error,
      required,
      value: config[name] ?? '',
      spellCheck: false,
    };
    const updateField = (value: string) => onChange({ ...config, [name]: value });
    if (type === 'flag')
      return (
        <CheckboxField
          key={name}
          {...commonProps}
          checked={commonProps.value === 'true'}
          onChange={(checked) => updateField(String(checked))}
        />
      );
    if (choices)
      return (
        <SelectField key={name} {...commonProps} onChange={(event) => updateField(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {w.sources.choices[choice as keyof typeof w.sources.choices]}
            </option>
          ))}
        </SelectField>
      );
    return type === 'lines' || type === 'multiline' ? (
      <TextareaField key={name} {...commonProps} rows={3} onChange={(event) => updateField(event.target.value)} />
    ) : (
      <TextField
        key={name}
        {...commonProps}
        autoComplete="off"
        {...(type === 'number' ? { type: 'number', min: 0, step: 1 } : {})}
        onChange={(event) => updateField(event.target.value)}
      />
    );
  });
}

interface ScheduleFieldProps {
  readonly value: string;
  readonly error: unknown;
  readonly onChange: (schedule: string) => void;
}

const CUSTOM = 'other';

/** Selects the sync interval: manual, an offered interval or a custom one. */
function ScheduleField({ value, error, onChange }: ScheduleFieldProps) {
  const isOffered = value === '' || SYNC_INTERVALS.some((option) => option === value);
  return (
    <>
      <SelectField
        label={w.sources.schedule}
        value={isOffered ? value : CUSTOM}
        onChange={(event) => onChange(event.target.value === CUSTOM ? 'PT30M' : event.target.value)}
      >
        <option value="">{w.sources.byHand}</option>
        {SYNC_INTERVALS.map((option) => (
          <option key={option} value={option}>
            {w.sources.every[option]}
          </option>
        ))}
        <option value={CUSTOM}>{w.sources.customInterval}</option>
      </SelectField>
      {(!isOffered || findFieldError(error, 'schedule') !== undefined) && (
        <DurationField
          label={w.sources.interval}
          hint={w.sources.intervalHint}
          path="schedule"
          error={error}
          required
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
}

interface CollectionsFieldProps {
  readonly value: readonly string[];
  readonly error: unknown;
  readonly onChange: (ids: readonly string[]) => void;
}

/** Selects the collections that documents are added to. It offers the first page of collections. */
export function CollectionsField({ value, error, onChange }: CollectionsFieldProps) {
  const collections = useQuery(collectionsQuery(useScope())).data?.results ?? [];
  const { fieldError: problem, onChange: clearProblem } = useFieldError(error, 'collection_ids');
  const hintId = useId();
  return (
    <fieldset aria-describedby={hintId} className="flex flex-col gap-1" onChange={clearProblem}>
      <legend className="font-medium">{w.sources.collections}</legend>
      <p id={hintId} className="text-sm text-muted">
        {collections.length === 0 ? w.sources.noCollections : w.sources.collectionsHint}
      </p>
      {collections.map(({ id, title }) => (
        <CheckboxField
          key={id}
          label={title}
          checked={value.includes(id)}
          onChange={(checked) => onChange(checked ? [...value, id] : value.filter((option) => option !== id))}
        />
      ))}
      <FieldErrorText>{problem}</FieldErrorText>
    </fieldset>
  );
}
