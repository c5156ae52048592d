import { formatBytes } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { w } from '../../words/index.ts';
import { UsedByAgents } from '../agents/used-by-agents.tsx';
import { downloadFile } from './file-panel.tsx';
import { getFileSize, toFolder } from './folder.ts';
import type { SkillContent } from './queries.ts';

interface Props {
  readonly content: SkillContent;
  /** ID of the skill. With it, the agents that use the skill are listed. */
  readonly skillId?: string;
}

/** Shows the folder of a skill read-only. */
export function FolderView({ content, skillId }: Props) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_1fr]">
      <section aria-label={w.skills.instructions} className="min-w-0 rounded-md border bg-surface p-4">
        <SafeMarkdown text={content.instructions} />
      </section>
      <div className="flex flex-col gap-6">
        <FileDownloads content={content} />
        {skillId !== undefined && <UsedByAgents id={skillId} />}
      </div>
    </div>
  );
}

function FileDownloads({ content }: { readonly content: SkillContent }) {
  const { files } = toFolder(content);
  if (files.length === 0) return null;
  return (
    <section aria-label={w.skills.files} className="flex flex-col gap-2">
      <h2 className="font-semibold">{w.skills.files}</h2>
      <ul className="flex flex-col gap-1">
        {files.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 flex-auto font-mono text-sm break-all">{file.path}</code>
            <span className="text-sm text-muted">{formatBytes(getFileSize(file))}</span>
            <Button isSmall aria-label={w.skills.downloadNamed({ path: file.path })} onClick={() => downloadFile(file)}>
              {w.skills.download}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
