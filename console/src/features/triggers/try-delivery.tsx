import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { createUuid } from '../../lib/uuid.ts';
import { Button } from '../../ui/button.tsx';
import { copyToClipboard } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { TextareaField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { w } from '../../words/index.ts';
import { taskQuery } from '../tasks/queries.ts';
import { toCurlCommand } from './curl.ts';
import { sendDelivery } from './delivery.ts';
import type { Webhook } from './queries.ts';
import { createSampleBody } from './sample-body.ts';

/** Sends a test delivery, and shows the equivalent curl command. */
export function TryDelivery({ webhook }: { readonly webhook: Webhook }) {
  const sample = useSampleBody(webhook);
  const [editedBody, setBody] = useState<string>();
  const body = editedBody ?? sample;
  const [secret, setSecret] = useState('');
  const send = useMutation({
    mutationFn: () => sendDelivery(webhook, body, secret),
    // A rejected delivery may create an event as well.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['trigger', webhook.id] });
      const runs = webhook.target_type === 'task' ? 'task_run' : 'agent_run';
      void queryClient.invalidateQueries({ queryKey: [runs, 'list', 'events', webhook.id] });
    },
  });
  return (
    <Section title={w.triggers.try} hint={w.triggers.tryHint}>
      <Form onSubmit={() => send.mutate()}>
        <TextareaField
          label={w.triggers.body}
          className="font-mono"
          rows={6}
          spellCheck={false}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
        {webhook.auth_method !== 'none' && (
          <TextField
            label={w.triggers.secret}
            hint={w.triggers.secretHint}
            type="password"
            autoComplete="off"
            required
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        )}
        <div>
          <Button type="submit" variant="primary" isPending={send.isPending}>
            {w.triggers.send}
          </Button>
        </div>
        <div role="status">
          {send.data && (
            <p className="flex flex-wrap gap-2">
              {send.data.status === 'duplicate' ? w.triggers.wasDuplicate : w.triggers.wasAccepted}
              {send.data.run_id && (
                <Link to="/runs/$runId" params={{ runId: send.data.run_id }} className="link">
                  {w.triggers.openRun}
                </Link>
              )}
            </p>
          )}
        </div>
        {send.error && <ErrorAlert error={send.error} />}
      </Form>
      <CurlCommand text={toCurlCommand(webhook, body)} needsSecret={webhook.auth_method !== 'none'} />
    </Section>
  );
}

/** Returns a body as JSON that fits the mapping of a webhook and the variables of its target. */
function useSampleBody(webhook: Webhook): string {
  // A second delivery of the same sample is a duplicate.
  const [key] = useState(() => createUuid());
  const isOfTask = webhook.target_type === 'task';
  const task = useQuery({ ...taskQuery(useScope(), webhook.target_id), enabled: isOfTask }).data;
  const activeRevisions = task?.revisions.filter(({ active }) => active) ?? [];
  const variables = [...new Set(activeRevisions.flatMap(({ input_params }) => input_params))];
  const toValue = (name: string) => w.triggers.sampleValue({ name });
  return JSON.stringify(createSampleBody(webhook, { variables, key, toValue }), null, 2);
}

function CurlCommand({ text, needsSecret }: { readonly text: string; readonly needsSecret: boolean }) {
  const [isCopied, setIsCopied] = useState<boolean>();
  return (
    <section aria-label={w.triggers.command} className="flex flex-col gap-2">
      <h3 className="font-medium">{w.triggers.command}</h3>
      {needsSecret && <p className="text-sm text-muted">{w.triggers.commandHint}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md border bg-surface-muted p-3 font-mono text-sm">
        {text}
      </pre>
      <div className="flex items-center gap-3">
        <Button isSmall onClick={async () => setIsCopied(await copyToClipboard(text))}>
          {w.triggers.copyCommand}
        </Button>
        <span role="status" className="text-sm text-muted">
          {isCopied === undefined ? '' : isCopied ? w.ui.copied : w.ui.notCopied}
        </span>
      </div>
    </section>
  );
}
