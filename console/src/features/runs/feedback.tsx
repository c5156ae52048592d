import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getMemberId, usePeople } from '../../lib/members.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useCurrentUser, useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SelectField, TextareaField, TextField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { TakeIntoSet } from '../evals/take-into-set.tsx';
import { type Feedback, feedbackOn, giveFeedback, type RunOf, takeBack } from './feedback-queries.ts';

/** What people and programs think of a run, and the way to make a case of it. */
export function RunFeedback({ of }: { readonly of: RunOf }) {
  const { data, error, refetch } = useQuery(feedbackOn(useScope(), of));
  const [giving, setGiving] = useState(false);
  const mayGive = useHasPermission(of.subject.kind, 'give_feedback', of.subject.id);
  const acts = (
    <span className="flex flex-wrap gap-2">
      <TakeIntoSet of={of.subject} runId={of.runId} />
      {!giving && mayGive && <Button onClick={() => setGiving(true)}>{w.runs.giveFeedback}</Button>}
    </span>
  );
  return (
    <Section title={w.runs.feedback} actions={acts}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && !giving && <p className="text-muted">{w.runs.noFeedback}</p>}
      {data && data.length > 0 && (
        <ul aria-label={w.runs.feedback} className="flex flex-col rounded-md border bg-surface">
          {data.map((each) => (
            <One key={each.id} of={of} feedback={each} />
          ))}
        </ul>
      )}
      {giving && <Give of={of} onDone={() => setGiving(false)} />}
    </Section>
  );
}

function One({ of, feedback }: { readonly of: RunOf; readonly feedback: Feedback }) {
  const { id, name, value, note, source, created_by: by, created } = feedback;
  const scope = useScope();
  const person = useCurrentUser();
  const people = usePeople().data;
  const remove = useMutation({ mutationFn: () => takeBack(scope, of, id) });
  const own = person !== undefined && by === `user:${person.user_id}`;
  const who = own ? w.runs.you : people?.find(({ member }) => getMemberId(member) === getMemberId(by))?.name;
  return (
    <li className="flex flex-col gap-1 border-b px-3 py-2 last:border-b-0">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="break-words">{name}</strong>
        {value !== null && <span>{sayValue(value)}</span>}
        <span className="text-sm text-muted">
          {who ?? w.runs.feedbackBy[source as 'person']} · <Time at={created} />
        </span>
        {own && (
          <Button
            isSmall
            isPending={remove.isPending}
            aria-label={w.runs.takeBackNamed(name)}
            onClick={() => remove.mutate()}
          >
            {w.runs.takeBack}
          </Button>
        )}
      </span>
      {note && <span className="break-words whitespace-pre-wrap">{note}</span>}
      {remove.error && <ErrorAlert error={remove.error} />}
    </li>
  );
}

function sayValue(value: number | boolean | string): string {
  if (typeof value === 'boolean') return value ? w.runs.yes : w.runs.no;
  return String(value);
}

type Scale = keyof typeof w.runs.scales;

function scoreOf(scale: Scale, text: string): number | boolean | string | null {
  if (scale === 'none') return null;
  if (scale === 'yes' || scale === 'no') return scale === 'yes';
  return scale === 'number' ? Number(text) : text;
}

function Give({ of, onDone }: { readonly of: RunOf; readonly onDone: () => void }) {
  const scope = useScope();
  const [name, setName] = useState('correct');
  const [scale, setScale] = useState<Scale>('yes');
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const give = useMutation({
    mutationFn: () => giveFeedback(scope, of, { name, value: scoreOf(scale, text), note: note.trim() || null }),
    onSuccess: onDone,
  });
  return (
    <Form className="flex flex-col gap-3 rounded-md border bg-surface p-3" onSubmit={() => give.mutate()}>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label={w.runs.feedbackName}
          hint={w.runs.feedbackNameHint}
          path="name"
          error={give.error}
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField label={w.runs.score} value={scale} onChange={(event) => setScale(event.target.value as Scale)}>
          {(Object.keys(w.runs.scales) as Scale[]).map((each) => (
            <option key={each} value={each}>
              {w.runs.scales[each]}
            </option>
          ))}
        </SelectField>
        {(scale === 'number' || scale === 'word') && (
          <TextField
            label={w.runs.scales[scale]}
            path="value"
            error={give.error}
            type={scale === 'number' ? 'number' : 'text'}
            step="any"
            required
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </div>
      <TextareaField
        label={w.runs.feedbackNote}
        path="note"
        error={give.error}
        rows={2}
        maxLength={4000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <FormError error={give.error} fieldPaths={['name', 'value', 'note']} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isPending={give.isPending}>
          {w.runs.giveNow}
        </Button>
        <Button onClick={onDone}>{w.ui.cancel}</Button>
      </div>
    </Form>
  );
}
