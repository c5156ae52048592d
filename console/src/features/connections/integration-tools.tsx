import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { getMessageText } from '../../lib/messages.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField, TextField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { ServerText } from '../../ui/reason-text.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { INTEGRATION_PATH, type Integration, invalidateIntegration } from './queries.ts';

/** Number of tools above which the search field appears. */
const SEARCH_THRESHOLD = 12;

interface Props {
  readonly integration: Integration;
  readonly canEdit: boolean;
  readonly onSaved: () => void;
}

/** Lists the tools of an integration and selects those that agents are offered. */
export function IntegrationTools({ integration: { id, available_tools: tools, config }, canEdit, onSaved }: Props) {
  const path = { ...useScope(), integration_id: id };
  const [enabledIds, setEnabledIds] = useState(() => tools.filter(({ enabled }) => enabled).map((toolId) => toolId.id));
  const exposedBefore = config.exposed_tools ?? [];
  const [exposedIds, setExposedIds] = useState(exposedBefore);
  const [searchText, setSearchText] = useState('');
  const isExposureDirty = tools.some(
    ({ id: toolId }) => exposedBefore.includes(toolId) !== (enabledIds.includes(toolId) && exposedIds.includes(toolId)),
  );
  const save = useMutation({
    mutationFn: () => {
      const enabledOnly = exposedIds.filter((toolId) => enabledIds.includes(toolId));
      const exposed = canEdit && isExposureDirty ? { exposed_tools: enabledOnly } : {};
      return post(INTEGRATION_PATH, { params: { path }, body: { config: { enabled_tools: enabledIds, ...exposed } } });
    },
    onSuccess: () => {
      onSaved();
      invalidateIntegration(id);
      showToast(w.connections.saved);
    },
  });
  const isDirty = isExposureDirty || tools.some((toolId) => toolId.enabled !== enabledIds.includes(toolId.id));
  const matchingTools = tools.filter(({ id: toolId, description: msg, description_code: code }) =>
    `${toolId} ${getMessageText({ msg, code })}`.toLowerCase().includes(searchText.toLowerCase()),
  );
  return (
    <section aria-label={w.connections.tools} className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold">{w.connections.tools}</h2>
      <p className="text-muted">
        {w.connections.enabledToolCount({ count: formatNumber(enabledIds.length), of: formatNumber(tools.length) })}
      </p>
      {tools.length > SEARCH_THRESHOLD && (
        <TextField
          label={w.connections.search}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
      )}
      <Form onSubmit={() => save.mutate()}>
        <ul className="flex flex-col divide-y rounded-md border bg-surface">
          {matchingTools.map(({ id: toolId, name, description, description_code: code, side_effects }) => (
            <li key={toolId} className="flex flex-col gap-1 px-3 py-2">
              <CheckboxField
                label={<code className="font-mono text-sm break-all">{name}</code>}
                checked={enabledIds.includes(toolId)}
                disabled={!canEdit}
                onChange={(isEnabled) => setEnabledIds(toggle(enabledIds, toolId, isEnabled))}
              />
              {enabledIds.includes(toolId) && (
                <div className="ps-6">
                  <CheckboxField
                    label={w.connections.exposed}
                    checked={exposedIds.includes(toolId)}
                    disabled={!canEdit}
                    onChange={(isExposed) => setExposedIds(toggle(exposedIds, toolId, isExposed))}
                  />
                </div>
              )}
              <span dir="auto" className="ps-6 text-sm break-words text-muted">
                <ServerText text={description} code={code} /> {side_effects && `(${w.connections.sideEffects})`}
              </span>
            </li>
          ))}
        </ul>
        <FormError error={save.error} fieldPaths={[]} />
        {canEdit && (
          <div>
            <Button type="submit" variant="primary" isPending={save.isPending} disabled={!isDirty}>
              {w.connections.saveTools}
            </Button>
          </div>
        )}
      </Form>
      {config.left_out && config.left_out.operations > 0 && <SkippedOperations skipped={config.left_out} />}
    </section>
  );
}

/** Adds or removes an ID. */
function toggle(ids: readonly string[], id: string, isIncluded: boolean): string[] {
  return isIncluded ? [...ids, id] : ids.filter((each) => each !== id);
}

function SkippedOperations({
  skipped: { operations, first },
}: {
  readonly skipped: NonNullable<Integration['config']['left_out']>;
}) {
  return (
    <details className="rounded-md border px-3 py-2">
      <summary>{w.connections.skippedOperationCount({ count: formatNumber(operations) })}</summary>
      <ul className="flex flex-col gap-1 pt-2 text-sm">
        {first.map(({ operation, reason, code, params }) => (
          <li key={operation} className="break-words">
            {w.connections.toolSkipped({ name: operation, reason: getMessageText({ msg: reason, code, params }) })}
          </li>
        ))}
      </ul>
    </details>
  );
}
