import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useScope } from '../../lib/session.ts';
import type { Settings } from '../../lib/settings.ts';
import { findFieldError, SelectField, TextField } from '../../ui/field.tsx';
import { language, w } from '../../words/index.ts';
import { InputFields } from './input-fields.tsx';
import { type Schedule, schedulePreviewQuery, type Target } from './queries.ts';
import type { FieldsProps, TriggerForm } from './trigger-form.ts';

/** State of the schedule form. */
export interface ScheduleDraft
  extends Pick<Schedule, 'cron_expression' | 'timezone' | 'expires_at' | 'overlap' | 'catch_up'> {
  /** Input of an agent. */
  readonly message: string;
  /** Input of a task. */
  readonly task_input: Settings;
}

const FORM_DEFAULTS = {
  toBody: ({ message, task_input, ...draft }: ScheduleDraft, target: Target | undefined) => ({
    ...draft,
    task_input: target?.target_type === 'task_agent' ? { message } : task_input,
  }),
  fieldPaths: ['cron_expression', 'timezone', 'task_input', 'expires_at', 'overlap', 'catch_up'],
};

/** Returns the form for a new schedule. */
export function createScheduleForm(): TriggerForm<ScheduleDraft> {
  const initialDraft = {
    cron_expression: '0 7 * * 1-5',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    message: '',
    task_input: {},
    expires_at: null,
    overlap: 'allow',
    catch_up: 'once',
  } as const;
  return { ...FORM_DEFAULTS, initialDraft, renderFields: (props) => <ScheduleFields {...props} /> };
}

/** Returns the form for an existing schedule. Shows the next run times only while they differ from the saved ones. */
export function toScheduleForm(schedule: Schedule): TriggerForm<ScheduleDraft> {
  const { cron_expression, timezone, task_input, expires_at, overlap, catch_up } = schedule;
  const message = typeof task_input.message === 'string' ? task_input.message : '';
  const initialDraft = { cron_expression, timezone, message, task_input, expires_at, overlap, catch_up };
  return {
    ...FORM_DEFAULTS,
    initialDraft,
    renderFields: (props) => <ScheduleFields {...props} savedSchedule={schedule} />,
  };
}

type Props = FieldsProps<ScheduleDraft>;

interface ScheduleProps extends Props {
  /** The saved schedule; undefined for a new one. */
  readonly savedSchedule?: Schedule;
}

function ScheduleFields({ draft, target, error, onChange, savedSchedule }: ScheduleProps) {
  const updateField = <K extends keyof ScheduleDraft>(name: K, value: ScheduleDraft[K]) =>
    onChange({ ...draft, [name]: value });
  const preview = useQuery(
    schedulePreviewQuery(useScope(), useDeferredValue(draft.cron_expression), useDeferredValue(draft.timezone)),
  );
  const isSaved = draft.cron_expression === savedSchedule?.cron_expression && draft.timezone === savedSchedule.timezone;
  const findError = (path: string) => (findFieldError(error, path) === undefined ? preview.error : error);
  return (
    <>
      <TextField
        label={w.triggers.cron}
        hint={w.triggers.cronHint}
        path="cron_expression"
        error={findError('cron_expression')}
        required
        className="font-mono"
        value={draft.cron_expression}
        onChange={(event) => updateField('cron_expression', event.target.value)}
      />
      <TextField
        label={w.triggers.timezone}
        path="timezone"
        error={findError('timezone')}
        required
        value={draft.timezone}
        onChange={(event) => updateField('timezone', event.target.value)}
      />
      {preview.data && !isSaved && <NextTimes times={preview.data.times} timezone={draft.timezone} />}
      <InputFields
        target={target}
        message={draft.message}
        input={draft.task_input}
        error={error}
        onMessageChange={(message) => updateField('message', message)}
        onInputChange={(input) => updateField('task_input', input)}
      />
      <TextField
        label={w.triggers.ends}
        hint={w.triggers.endsHint}
        path="expires_at"
        error={error}
        type="datetime-local"
        value={draft.expires_at === null ? '' : toLocalDateTime(draft.expires_at)}
        onChange={({ target }) => updateField('expires_at', target.value ? new Date(target.value).toISOString() : null)}
      />
      <ConflictFields draft={draft} error={error} onChange={onChange} />
    </>
  );
}

function ConflictFields({ draft, error, onChange }: Omit<Props, 'target'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={w.triggers.overlap}
        path="overlap"
        error={error}
        value={draft.overlap}
        onChange={(event) => onChange({ ...draft, overlap: event.target.value as Schedule['overlap'] })}
      >
        {(['allow', 'skip'] as const).map((option) => (
          <option key={option} value={option}>
            {w.triggers.overlaps[option]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={w.triggers.catchUp}
        path="catch_up"
        error={error}
        value={draft.catch_up}
        onChange={(event) => onChange({ ...draft, catch_up: event.target.value as Schedule['catch_up'] })}
      >
        {(['once', 'all', 'skip'] as const).map((option) => (
          <option key={option} value={option}>
            {w.triggers.catchUps[option]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Converts an ISO time to the local value of a datetime-local input. */
function toLocalDateTime(isoTime: string): string {
  const date = new Date(isoTime);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Shows the next run times in the schedule's time zone. */
export function NextTimes({ times, timezone }: { readonly times: readonly string[]; readonly timezone: string }) {
  const format = createDateTimeFormat(timezone);
  if (!format) return null;
  return (
    <div className="text-sm">
      <h3 className="font-medium">{w.triggers.nextTimes({ zone: timezone })}</h3>
      {times.length === 0 && <p className="text-muted">{w.triggers.noTimes}</p>}
      <ol className="list-decimal ps-5">
        {times.map((time) => (
          <li key={time}>
            <time dateTime={time}>{format.format(Date.parse(time))}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Returns undefined for an incomplete time zone. */
function createDateTimeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone });
  } catch {
    return undefined;
  }
}
