import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AGENT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { copyToClipboard } from '../../ui/copyable.tsx';
import { MenuItem } from '../../ui/dropdown-menu.tsx';
import { showErrorToast } from '../../ui/error-alert.tsx';
import { ChevronDown, RotateCcw } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { CALL_LANGUAGES, formatSnippet } from '../code/snippets.ts';
import type { AgentRun } from './queries.ts';
import type { RunAddress } from './use-run-steps.ts';

interface Props {
  readonly address: RunAddress;
  readonly run: AgentRun;
}

/** Starts a new run with the message of this one, in a session of its own, by the active revision. */
export function RunAgainButton({ address: { run_id, ...path }, run }: Props) {
  const navigate = useNavigate();
  const runAgain = useMutation({
    mutationFn: () =>
      post(`${AGENT}/run`, {
        params: { path, header: { Prefer: 'respond-async', 'Idempotency-Key': crypto.randomUUID() } },
        body: { message: run.message },
      }),
    onSuccess: (started) => navigate({ to: '/runs/$runId', params: { runId: (started as AgentRun).id } }),
    onError: showErrorToast,
  });
  return (
    <Button isPending={runAgain.isPending} onClick={() => runAgain.mutate()}>
      <RotateCcw className="size-4" /> {w.runs.again}
    </Button>
  );
}

/** Copies the call that starts such a run as code. */
export function CopyAsMenu({ address: { org_id, project_id, task_agent_id: id }, run }: Props) {
  const target = { org_id, project_id, kind: 'task_agent', id, message: run.message } as const;
  const copy = async (text: string) => {
    if (await copyToClipboard(text)) showToast(w.ui.copied);
    else showToast(w.ui.notCopied, 'bad');
  };
  return (
    <Menu
      className={getButtonClassName()}
      label={
        <>
          {w.runs.copyAs} <ChevronDown className="size-4 text-muted" />
        </>
      }
    >
      {CALL_LANGUAGES.map((language) => (
        <MenuItem key={language} onSelect={() => void copy(formatSnippet(language, target, location.origin))}>
          {language}
        </MenuItem>
      ))}
    </Menu>
  );
}
