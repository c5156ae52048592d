import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { getMessageText } from '../../lib/messages.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CheckboxField } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { ToolStatusBadge } from './connection-status.tsx';
import { invalidateServer, type McpTool, mcpToolQuery, TOOL_PATH } from './queries.ts';
import { ToolChanges, ToolDefinition } from './tool-definition.tsx';

interface Props {
  readonly listedTool: McpTool;
  readonly canEdit: boolean;
  /** Opens the next tool that needs a review. Undefined without one. */
  readonly onNext: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Shows one tool, its changes since approval, and the decision about it. */
export function ReviewToolDialog({ listedTool, canEdit, onNext, onClose }: Props) {
  const { data, error, refetch } = useQuery(mcpToolQuery(useScope(), listedTool));
  return (
    <Dialog title={listedTool.name} placement="side" onClose={onClose}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={6} />}
      {data && (
        <div className="flex flex-col gap-4">
          <ToolSummary tool={data.value} />
          {data.value.change ? (
            <ToolChanges before={data.value.change.before} after={data.value.change.after} />
          ) : (
            <ToolDefinition tool={data.value} />
          )}
          {canEdit && (
            <ToolDecision
              tool={data.value}
              version={data.version}
              onDecided={onNext ?? onClose}
              onReload={() => void refetch()}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

function ToolSummary({ tool }: { readonly tool: McpTool }) {
  const { status, offered, unfit } = tool;
  const statusReason =
    status === 'changed' && !offered ? w.connections.toolStateHints.refused : w.connections.toolStateHints[status];
  return (
    <div className="flex flex-col items-start gap-2">
      <ToolStatusBadge tool={tool} />
      <p>{statusReason}</p>
      {unfit !== null && (
        <p className="text-danger">
          {w.connections.incompatible({
            reason: getMessageText({ msg: unfit, code: tool.unfit_code, params: tool.unfit_params }),
          })}
        </p>
      )}
      <p className="text-sm break-all text-muted">
        {w.connections.nameForModels} <code className="font-mono">{tool.offered_name}</code>
      </p>
    </div>
  );
}

/** Returns whether the tool changed since it was loaded. */
const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

interface ToolDecisionProps {
  readonly tool: McpTool;
  /** Version of the shown record. The decision applies to this version only. */
  readonly version: string | undefined;
  readonly onDecided: () => void;
  readonly onReload: () => void;
}

function ToolDecision({ tool, version, onDecided, onReload }: ToolDecisionProps) {
  const { id, status, enabled, offered, read_only, exposed_to_agents, task_mcp_server_id } = tool;
  const path = { ...useScope(), task_mcp_tool_id: id };
  const [readOnly, setReadOnly] = useState(status === 'active' && read_only);
  const [exposed, setExposed] = useState(exposed_to_agents);
  const decide = useMutation({
    mutationFn: (isEnabled: boolean) => {
      const header = version === undefined ? {} : { 'If-Match': version };
      return post(TOOL_PATH, {
        params: { path, header },
        body: { enabled: isEnabled, ...(isEnabled ? { read_only: readOnly, exposed_to_agents: exposed } : {}) },
      });
    },
    onSuccess: ({ name, enabled: isEnabled }) => {
      invalidateServer(task_mcp_server_id);
      showToast(isEnabled ? w.connections.allowed({ name }) : w.connections.notAllowed({ name }));
      onDecided();
    },
    onError: (error) => {
      if (isConflict(error)) onReload();
    },
  });
  const renderButton = (isEnabled: boolean, variant: 'primary' | 'plain', text: ReactNode) => (
    <Button
      variant={variant}
      isPending={decide.isPending && decide.variables === isEnabled}
      onClick={() => decide.mutate(isEnabled)}
    >
      {text}
    </Button>
  );
  const isChanged = status === 'changed';
  const isOffered = enabled || (isChanged && offered);
  return (
    <div className="sticky bottom-0 flex flex-col gap-3 border-t bg-surface py-3">
      {status !== 'gone' && (
        <>
          <CheckboxField label={w.connections.readOnlyHint} checked={readOnly} onChange={setReadOnly} />
          <CheckboxField label={w.connections.exposedHint} checked={exposed} onChange={setExposed} />
        </>
      )}
      {decide.error && (
        <ErrorAlert
          error={decide.error}
          intro={isConflict(decide.error) ? w.connections.changedMeanwhile : undefined}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isChanged && renderButton(true, 'primary', w.connections.acceptChange)}
        {status === 'new' && renderButton(true, 'primary', w.connections.allow)}
        {status === 'active' &&
          (!enabled || readOnly !== read_only || exposed !== exposed_to_agents) &&
          renderButton(true, 'primary', enabled ? w.connections.save : w.connections.allow)}
        {isOffered && renderButton(false, 'plain', isChanged ? w.connections.rejectChange : w.connections.disallow)}
      </div>
    </div>
  );
}
