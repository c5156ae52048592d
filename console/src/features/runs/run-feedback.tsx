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
import { AddToEvalSetButton } from '../evals/add-to-eval-set-button.tsx';
import {
  createFeedback,
  deleteFeedback,
  type Feedback,
  type FeedbackTarget,
  feedbackQuery,
} from './feedback-queries.ts';

/** Lists the feedback on a run, and adds the run to an eval set. */
export function RunFeedback({ target }: { readonly target: FeedbackTarget }) {
  const { data, error, refetch } = useQuery(feedbackQuery(useScope(), target));
  const [isAdding, setIsAdding] = useState(false);
  const canGive = useHasPermission(target.subject.kind, 'give_feedback', target.subject.id);
  const actions = (
    <span className="flex flex-wrap gap-2">
      <AddToEvalSetButton subject={target.subject} runId={target.runId} />
      {!isAdding && canGive && <Button onClick={() => setIsAdding(true)}>{w.runs.giveFeedback}</Button>}
    </span>
  );
  return (
    <Section title={w.runs.feedback} actions={actions}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && !isAdding && <p className="text-muted">{w.runs.noFeedback}</p>}
      {data && data.length > 0 && (
        <ul aria-label={w.runs.feedback} className="flex flex-col rounded-md border bg-surface">
          {data.map((feedback) => (
            <FeedbackItem key={feedback.id} target={target} feedback={feedback} />
          ))}
        </ul>
      )}
      {isAdding && <FeedbackForm target={target} onDone={() => setIsAdding(false)} />}
    </Section>
  );
}

function FeedbackItem({ target, feedback }: { readonly target: FeedbackTarget; readonly feedback: Feedback }) {
  const { id, name, value, note, source, created_by: createdBy, created } = feedback;
  const scope = useScope();
  const person = useCurrentUser();
  const people = usePeople().data;
  const remove = useMutation({ mutationFn: () => deleteFeedback(scope, target, id) });
  const isOwn = person !== undefined && createdBy === `user:${person.user_id}`;
  const authorName = isOwn
    ? w.runs.you
    : people?.find(({ member }) => getMemberId(member) === getMemberId(createdBy))?.name;
  return (
    <li className="flex flex-col gap-1 border-b px-3 py-2 last:border-b-0">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="break-words">{name}</strong>
        {value !== null && <span>{formatValue(value)}</span>}
        <span className="text-sm text-muted">
          {authorName ?? w.runs.feedbackBy[source as 'person']} · <Time at={created} />
        </span>
        {isOwn && (
          <Button
            isSmall
            isPending={remove.isPending}
            aria-label={w.runs.takeBackNamed({ name })}
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

function formatValue(value: number | boolean | string): string {
  if (typeof value === 'boolean') return value ? w.runs.yes : w.runs.no;
  return String(value);
}

type FeedbackScale = keyof typeof w.runs.scales;

function toValue(scale: FeedbackScale, text: string): number | boolean | string | null {
  if (scale === 'none') return null;
  if (scale === 'yes' || scale === 'no') return scale === 'yes';
  return scale === 'number' ? Number(text) : text;
}

function FeedbackForm({ target, onDone }: { readonly target: FeedbackTarget; readonly onDone: () => void }) {
  const scope = useScope();
  const [name, setName] = useState('correct');
  const [scale, setScale] = useState<FeedbackScale>('yes');
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const create = useMutation({
    mutationFn: () => createFeedback(scope, target, { name, value: toValue(scale, text), note: note.trim() || null }),
    onSuccess: onDone,
  });
  return (
    <Form className="flex flex-col gap-3 rounded-md border bg-surface p-3" onSubmit={() => create.mutate()}>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label={w.runs.feedbackName}
          hint={w.runs.feedbackNameHint}
          path="name"
          error={create.error}
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={w.runs.score}
          value={scale}
          onChange={(event) => setScale(event.target.value as FeedbackScale)}
        >
          {(Object.keys(w.runs.scales) as FeedbackScale[]).map((option) => (
            <option key={option} value={option}>
              {w.runs.scales[option]}
            </option>
          ))}
        </SelectField>
        {(scale === 'number' || scale === 'word') && (
          <TextField
            label={w.runs.scales[scale]}
            path="value"
            error={create.error}
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
        error={create.error}
        rows={2}
        maxLength={4000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <FormError error={create.error} fieldPaths={['name', 'value', 'note']} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isPending={create.isPending}>
          {w.runs.giveNow}
        </Button>
        <Button onClick={onDone}>{w.ui.cancel}</Button>
      </div>
    </Form>
  );
}
