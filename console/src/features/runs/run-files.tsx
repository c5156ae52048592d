import { formatBytes } from '../../lib/numbers.ts';
import { w } from '../../words/index.ts';
import type { TaskAddress, TaskRun } from './queries.ts';

interface Props {
  readonly address: TaskAddress;
  readonly files: TaskRun['files'];
}

/** Lists the input and output files of a task run as downloads. */
export function RunFiles({ address, files }: Props) {
  if (files.length === 0) return null;
  const { org_id, project_id, task_id, task_run_id } = address;
  const baseUrl = `/api/v1/org/${org_id}/project/${project_id}/task/${task_id}/run/${task_run_id}/file`;
  return (
    <ul aria-label={w.runs.files} className="flex flex-col gap-1">
      {files.map(({ name, size, made }) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-2">
          <a href={`${baseUrl}/${encodeURIComponent(name)}`} download={name} className="break-all link">
            {name}
          </a>
          <span className="text-sm text-muted">
            {formatBytes(size)}, {made ? w.runs.fileMade : w.runs.fileGiven}
          </span>
        </li>
      ))}
    </ul>
  );
}
