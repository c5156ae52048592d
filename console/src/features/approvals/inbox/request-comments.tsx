import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isolateText, markHidden } from '../../../lib/hidden-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { TextareaField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import type { Approval } from '../queries.ts';
import { commentsQuery, useComment } from './queries.ts';

/** Shows the comments on a request, oldest first, and adds one. */
export default function RequestComments({ request }: { readonly request: Approval }) {
  const { data, error, refetch } = useQuery(commentsQuery(request));
  const [text, setText] = useState('');
  const comment = useComment(request);
  const send = () => comment.mutate(text.trim(), { onSuccess: () => setText('') });
  return (
    <section aria-label={w.inbox.comments} className="flex flex-col gap-2">
      <h2 className="font-semibold">{w.inbox.comments}</h2>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      <ol className="flex flex-col gap-2 empty:hidden">
        {data?.results.toReversed().map(({ id, text: said, created_by, created_by_name, created }) => (
          <li key={id}>
            <p className="text-sm text-muted">
              {isolateText(created_by_name ?? created_by)} · <Time at={created} />
            </p>
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {markHidden(said)}
            </p>
          </li>
        ))}
      </ol>
      <Form onSubmit={send}>
        <TextareaField
          label={w.inbox.comment}
          hint={w.inbox.commentHint}
          path="text"
          error={comment.error}
          required
          maxLength={4000}
          rows={2}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FormError error={comment.error} fieldPaths={['text']} />
        <Button type="submit" isPending={comment.isPending}>
          {w.inbox.addComment}
        </Button>
      </Form>
    </section>
  );
}
