import { formatBytes } from '../../lib/numbers.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import type { AgentRun } from './queries.ts';
import type { RunAddress } from './use-run-steps.ts';

type RunFile = AgentRun['files'][number];

interface Props {
  readonly address: RunAddress;
  readonly files: AgentRun['files'];
}

/** Lists the files of an agent run as downloads. */
export function AgentRunFiles({ address, files }: Props) {
  if (files.length === 0) return <p className="text-muted">{w.runs.noFiles}</p>;
  return (
    <Table
      caption={w.runs.files}
      columns={getColumns(address)}
      rows={files}
      getRowKey={({ name, made }) => `${made} ${name}`}
    />
  );
}

function getColumns({ org_id, project_id, task_agent_id, run_id }: RunAddress): readonly Column<RunFile>[] {
  const base = `/api/v1/org/${org_id}/project/${project_id}/task-agent/${task_agent_id}/run/${run_id}/file`;
  return [
    {
      header: w.runs.fileName,
      render: ({ name }) => (
        <a href={`${base}/${encodeURIComponent(name)}`} download={name} className="link break-all">
          {name}
        </a>
      ),
    },
    { header: w.runs.fileOrigin, render: ({ made }) => (made ? w.runs.fileMade : w.runs.fileGiven) },
    { header: w.runs.fileType, hidesOnMobile: true, render: ({ media_type }) => media_type },
    { header: w.runs.fileSize, alignsEnd: true, render: ({ size }) => formatBytes(size) },
  ];
}
