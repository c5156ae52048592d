import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useScope } from '../../lib/session.ts';
import type { Settings } from '../../lib/settings.ts';
import { findFieldError, SelectField, TextField } from '../../ui/field.tsx';
import { language, w } from '../../words/index.ts';
import type { FieldsProps, TriggerForm } from './form.ts';
import { InputFields } from './input-fields.tsx';
import { previewOf, type Schedule, type Target } from './queries.ts';

/** A schedule as its form has it. */
interface ScheduleDraft {
  readonly cron_expression: string;
  readonly timezone: string;
  /** What an agent is run on. */
  readonly message: string;
  /** What a task is run on. */
  readonly task_input: Settings;
  /** ISO 8601; null for never. */
  readonly expires_at: string | null;
  readonly overlap: Schedule['overlap'];
  readonly catch_up: Schedule['catch_up'];
}

const COMMON = {
  bodyOf: ({ message, task_input, ...draft }: ScheduleDraft, target: Target | undefined) => ({
    ...draft,
    task_input: target?.target_type === 'task_agent' ? { message } : task_input,
  }),
  places: ['cron_expression', 'timezone', 'task_input', 'expires_at', 'overlap', 'catch_up'],
};

/** The form of a schedule that is to be made. */
export function newSchedule(): TriggerForm<ScheduleDraft> {
  const first = {
    cron_expression: '0 7 * * 1-5',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    message: '',
    task_input: {},
    expires_at: null,
    overlap: 'allow',
    catch_up: 'once',
  } as const;
  return { ...COMMON, first, fields: (props) => <ScheduleFields {...props} /> };
}

/** The form over a schedule that is there; its next times stand beside it, and here once others are typed. */
export function scheduleForm(of: Schedule): TriggerForm<ScheduleDraft> {
  const { cron_expression, timezone, task_input, expires_at, overlap, catch_up } = of;
  const message = typeof task_input.message === 'string' ? task_input.message : '';
  const first = { cron_expression, timezone, message, task_input, expires_at, overlap, catch_up };
  return { ...COMMON, first, fields: (props) => <ScheduleFields {...props} standing={of} /> };
}

type Props = FieldsProps<ScheduleDraft>;

interface ScheduleProps extends Props {
  /** The schedule as it is kept; left out for one that is to be made. */
  readonly standing?: Schedule;
}

function ScheduleFields({ draft, target, error, onChange, standing }: ScheduleProps) {
  const set = <K extends keyof ScheduleDraft>(name: K, value: ScheduleDraft[K]) =>
    onChange({ ...draft, [name]: value });
  const preview = useQuery(
    previewOf(useScope(), useDeferredValue(draft.cron_expression), useDeferredValue(draft.timezone)),
  );
  const isKept = draft.cron_expression === standing?.cron_expression && draft.timezone === standing.timezone;
  const problem = (at: string) => (findFieldError(error, at) === undefined ? preview.error : error);
  return (
    <>
      <TextField
        label={w.triggers.cron}
        hint={w.triggers.cronHint}
        path="cron_expression"
        error={problem('cron_expression')}
        required
        className="font-mono"
        value={draft.cron_expression}
        onChange={(event) => set('cron_expression', event.target.value)}
      />
      <TextField
        label={w.triggers.timezone}
        path="timezone"
        error={problem('timezone')}
        required
        value={draft.timezone}
        onChange={(event) => set('timezone', event.target.value)}
      />
      {preview.data && !isKept && <NextTimes times={preview.data.times} timezone={draft.timezone} />}
      <InputFields
        target={target}
        message={draft.message}
        input={draft.task_input}
        error={error}
        onMessage={(message) => set('message', message)}
        onInput={(input) => set('task_input', input)}
      />
      <TextField
        label={w.triggers.ends}
        hint={w.triggers.endsHint}
        path="expires_at"
        error={error}
        type="datetime-local"
        value={draft.expires_at === null ? '' : localMinute(draft.expires_at)}
        onChange={({ target }) => set('expires_at', target.value ? new Date(target.value).toISOString() : null)}
      />
      <Rules draft={draft} error={error} onChange={onChange} />
    </>
  );
}

function Rules({ draft, error, onChange }: Omit<Props, 'target'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={w.triggers.overlap}
        path="overlap"
        error={error}
        value={draft.overlap}
        onChange={(event) => onChange({ ...draft, overlap: event.target.value as Schedule['overlap'] })}
      >
        {(['allow', 'skip'] as const).map((each) => (
          <option key={each} value={each}>
            {w.triggers.overlaps[each]}
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
        {(['once', 'all', 'skip'] as const).map((each) => (
          <option key={each} value={each}>
            {w.triggers.catchUps[each]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** A moment as a field for a day and a time has it, on the clock of the browser. */
function localMinute(moment: string): string {
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** When a schedule comes, in words of its own time zone. */
export function NextTimes({ times, timezone }: { readonly times: readonly string[]; readonly timezone: string }) {
  const format = formatIn(timezone);
  if (!format) return null;
  return (
    <div className="text-sm">
      <h3 className="font-medium">{w.triggers.nextTimes(timezone)}</h3>
      {times.length === 0 && <p className="text-quiet">{w.triggers.noTimes}</p>}
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

/** Undefined while a time zone is being typed. */
function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone });
  } catch {
    return undefined;
  }
}
