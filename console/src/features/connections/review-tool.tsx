import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../lib/api.ts';
import { Failure } from '../../lib/failure.ts';
import { messageText } from '../../lib/messages.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { serverChanged } from './changed.ts';
import { ChangeOfTool, Definition } from './definition.tsx';
import { type McpTool, mcpTool, TOOL } from './queries.ts';
import { ToolSign } from './state.tsx';

interface Props {
  readonly of: McpTool;
  readonly mayEdit: boolean;
  /** To the next one that waits, where there is one. */
  readonly onNext: (() => void) | undefined;
  readonly onClose: () => void;
}

/** One tool whole, with what it has become since it was allowed, and the decision about that. */
export function ReviewTool({ of, mayEdit, onNext, onClose }: Props) {
  const { data, error, refetch } = useQuery(mcpTool(useScope(), of));
  return (
    <Dialog title={of.name} place="side" onClose={onClose}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={6} />}
      {data && (
        <div className="flex flex-col gap-4">
          <About tool={data.value} />
          {data.value.change ? (
            <ChangeOfTool before={data.value.change.before} after={data.value.change.after} />
          ) : (
            <Definition of={data.value} />
          )}
          {mayEdit && (
            <Decide
              tool={data.value}
              version={data.version}
              onDecided={onNext ?? onClose}
              onRead={() => void refetch()}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

function About({ tool }: { readonly tool: McpTool }) {
  const { status, offered, unfit, unfit_code: code, unfit_params: params } = tool;
  const why = status === 'changed' && !offered ? w.connections.why.refused : w.connections.why[status];
  return (
    <div className="flex flex-col items-start gap-2">
      <ToolSign tool={tool} />
      <p>{why}</p>
      {unfit !== null && (
        <p className="text-bad">{w.connections.unfitBecause(messageText({ msg: unfit, code, params }))}</p>
      )}
      <p className="text-sm break-all text-quiet">
        {w.connections.offeredAs} <code className="font-mono">{tool.offered_name}</code>
      </p>
    </div>
  );
}

/** Whether what was shown is not what there is any more. */
const changedMeanwhile = (error: unknown): boolean => error instanceof Failure && error.status === 409;

interface DecideProps {
  readonly tool: McpTool;
  /** Of the record that is shown: what is allowed is that, and nothing that came since. */
  readonly version: string | undefined;
  readonly onDecided: () => void;
  readonly onRead: () => void;
}

function Decide({ tool, version, onDecided, onRead }: DecideProps) {
  const { id, status, enabled, offered, read_only, task_mcp_server_id } = tool;
  const path = { ...useScope(), task_mcp_tool_id: id };
  const [readOnly, setReadOnly] = useState(status === 'active' && read_only);
  const decide = useMutation({
    mutationFn: (on: boolean) => {
      const header = version === undefined ? {} : { 'If-Match': version };
      return post(TOOL, { params: { path, header }, body: { enabled: on, ...(on ? { read_only: readOnly } : {}) } });
    },
    onSuccess: ({ name, enabled: on }) => {
      serverChanged(task_mcp_server_id);
      toast(on ? w.connections.allowed(name) : w.connections.notAllowed(name));
      onDecided();
    },
    onError: (error) => {
      if (changedMeanwhile(error)) onRead();
    },
  });
  const button = (on: boolean, look: 'primary' | 'plain', text: ReactNode) => (
    <Button look={look} busy={decide.isPending && decide.variables === on} onClick={() => decide.mutate(on)}>
      {text}
    </Button>
  );
  const isChanged = status === 'changed';
  const isOn = enabled || (isChanged && offered);
  return (
    <div className="sticky bottom-0 max-sm:bottom-[var(--news,0px)] flex flex-col gap-3 border-t bg-raised py-3">
      {status !== 'gone' && <CheckField label={w.connections.readOnlyHint} checked={readOnly} onChange={setReadOnly} />}
      {decide.error && (
        <Failed
          error={decide.error}
          lead={changedMeanwhile(decide.error) ? w.connections.changedMeanwhile : undefined}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isChanged && button(true, 'primary', w.connections.acceptChange)}
        {status === 'new' && button(true, 'primary', w.connections.allow)}
        {status === 'active' &&
          (!enabled || readOnly !== read_only) &&
          button(true, 'primary', enabled ? w.connections.save : w.connections.allow)}
        {isOn && button(false, 'plain', isChanged ? w.connections.refuse : w.connections.forbid)}
      </div>
    </div>
  );
}
