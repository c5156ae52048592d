import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AGENT, TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { createUuid } from '../../lib/uuid.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { copyToClipboard } from '../../ui/copyable.tsx';
import { MenuItem } from '../../ui/dropdown-menu.tsx';
import { showErrorToast } from '../../ui/error-alert.tsx';
import { ChevronDown, RotateCcw } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { CALL_LANGUAGES, type CodeTarget, formatSnippet } from '../code/snippets.ts';
import type { AgentRun } from './queries.ts';

interface Props {
  /** What ran, with the message or the input of the run. */
  readonly target: Exclude<CodeTarget, { readonly kind: 'collection' }>;
}

/** Whether a run can start again as it was: a run with given files would start without them. */
export const canRepeat = ({ files }: { readonly files: readonly { readonly made: boolean }[] }): boolean =>
  files.every(({ made }) => made);

/** Starts a run of a task or an agent. Responds before the run ends. */
async function startRun({ org_id, project_id, ...target }: Props['target']): Promise<string> {
  const header = { Prefer: 'respond-async', 'Idempotency-Key': createUuid() };
  if (target.kind === 'task') {
    const path = { org_id, project_id, task_id: target.id };
    // The page of the run shows the text while it is generated.
    const body = { task_input: target.input, stream: true };
    return (await post(`${TASK}/run`, { params: { path, header }, body })).id;
  }
  const path = { org_id, project_id, task_agent_id: target.id };
  const started = await post(`${AGENT}/run`, { params: { path, header }, body: { message: target.message } });
  return (started as AgentRun).id;
}

/** Starts a new run with the same message or input, by the active revision. An agent's run has its own session. */
export function RunAgainButton({ target, isSmall = false }: Props & { readonly isSmall?: boolean }) {
  const navigate = useNavigate();
  const runAgain = useMutation({
    mutationFn: () => startRun(target),
    onSuccess: (runId) => navigate({ to: '/runs/$runId', params: { runId } }),
    onError: showErrorToast,
  });
  return (
    <Button isSmall={isSmall} isPending={runAgain.isPending} onClick={() => runAgain.mutate()}>
      <RotateCcw className="size-4" /> {w.runs.again}
    </Button>
  );
}

/** Copies the call that starts such a run as code. */
export function CopyAsMenu({ target }: Props) {
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
