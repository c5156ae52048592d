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
import { collectionList } from '../queries.ts';
import { FIELDS, SCHEDULES, SECRETS, type SourceDraft, type SourceField } from './draft.ts';

interface Props {
  readonly draft: SourceDraft;
  readonly error: unknown;
  readonly onChange: (draft: SourceDraft) => void;
  /** Whether a secret is kept already, which stays where none is typed. */
  readonly hasSecret?: boolean;
}

/** What a source is, where it is and when it is synced. */
export function SourceFields({ draft, error, onChange, hasSecret = false }: Props) {
  const set = (change: Partial<SourceDraft>) => onChange({ ...draft, ...change });
  const wants = SECRETS[draft.kind];
  return (
    <>
      <NameField label={w.sources.name} error={error} value={draft.name} onChange={(name) => set({ name })} />
      <ConfigFields
        fields={FIELDS[draft.kind]}
        config={draft.config}
        error={error}
        onChange={(config) => set({ config })}
      />
      {wants !== undefined && (
        <TextField
          label={w.sources.secrets[draft.kind as 's3' | 'git']}
          hint={hasSecret ? w.sources.secretKept : w.sources.secretHint}
          path="secret"
          error={error}
          type="password"
          autoComplete="new-password"
          required={wants === 'needed' && !hasSecret}
          value={draft.secret}
          onChange={(event) => set({ secret: event.target.value })}
        />
      )}
      <ScheduleField value={draft.schedule} error={error} onChange={(schedule) => set({ schedule })} />
      <CollectionsField
        value={draft.collection_ids}
        error={error}
        onChange={(collection_ids) => set({ collection_ids })}
      />
      <SelectField
        label={w.sources.strategy}
        hint={w.sources.strategies[draft.strategy]}
        path="strategy"
        error={error}
        value={draft.strategy}
        onChange={(event) => set({ strategy: event.target.value as SourceDraft['strategy'] })}
      >
        {(['auto', 'fast', 'hi_res', 'ocr_only'] as const).map((each) => (
          <option key={each} value={each}>
            {w.sources.strategyNames[each]}
          </option>
        ))}
      </SelectField>
    </>
  );
}

interface ConfigProps {
  readonly fields: readonly SourceField[];
  readonly config: SourceDraft['config'];
  readonly error: unknown;
  /** What stands before the place of a field in the body. */
  readonly below?: string;
  readonly onChange: (config: SourceDraft['config']) => void;
}

/** The fields of a kind of source. */
export function ConfigFields({ fields, config, error, below = 'config.', onChange }: ConfigProps) {
  return fields.map(({ name, as, required = false }) => {
    const common = {
      label: w.sources.fields[name],
      hint: w.sources.hints[name as keyof typeof w.sources.hints] as string | undefined,
      path: `${below}${name}`,
      error,
      required,
      value: config[name] ?? '',
      spellCheck: false,
    };
    const changed = (value: string) => onChange({ ...config, [name]: value });
    return as === 'lines' ? (
      <TextareaField key={name} {...common} rows={3} onChange={(event) => changed(event.target.value)} />
    ) : (
      <TextField
        key={name}
        {...common}
        autoComplete="off"
        {...(as === 'number' ? { type: 'number', min: 0, step: 1 } : {})}
        onChange={(event) => changed(event.target.value)}
      />
    );
  });
}

interface ScheduleProps {
  readonly value: string;
  readonly error: unknown;
  readonly onChange: (schedule: string) => void;
}

const OTHER = 'other';

/** How often a source is synced: never by itself, one of the usual intervals, or another that is typed. */
function ScheduleField({ value, error, onChange }: ScheduleProps) {
  const isUsual = value === '' || SCHEDULES.some((each) => each === value);
  return (
    <>
      <SelectField
        label={w.sources.schedule}
        value={isUsual ? value : OTHER}
        onChange={(event) => onChange(event.target.value === OTHER ? 'PT30M' : event.target.value)}
      >
        <option value="">{w.sources.byHand}</option>
        {SCHEDULES.map((each) => (
          <option key={each} value={each}>
            {w.sources.every[each]}
          </option>
        ))}
        <option value={OTHER}>{w.sources.everyOther}</option>
      </SelectField>
      {(!isUsual || findFieldError(error, 'schedule') !== undefined) && (
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

interface CollectionsProps {
  readonly value: readonly string[];
  readonly error: unknown;
  readonly onChange: (ids: readonly string[]) => void;
}

/** Collections that documents join; those of the first page are offered, and others that are chosen stay. */
export function CollectionsField({ value, error, onChange }: CollectionsProps) {
  const known = useQuery(collectionList(useScope())).data?.results ?? [];
  const { fieldError: problem, onChange: judge } = useFieldError(error, 'collection_ids');
  const hint = useId();
  return (
    <fieldset aria-describedby={hint} className="flex flex-col gap-1" onChange={judge}>
      <legend className="font-medium">{w.sources.collections}</legend>
      <p id={hint} className="text-sm text-muted">
        {known.length === 0 ? w.sources.noCollections : w.sources.collectionsHint}
      </p>
      {known.map(({ id, title }) => (
        <CheckboxField
          key={id}
          label={title}
          checked={value.includes(id)}
          onChange={(checked) => onChange(checked ? [...value, id] : value.filter((each) => each !== id))}
        />
      ))}
      <FieldErrorText>{problem}</FieldErrorText>
    </fieldset>
  );
}
