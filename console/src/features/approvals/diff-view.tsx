import { diffLines } from 'diff';
import { classes } from '../../ui/classes.ts';
import { w } from '../../words/index.ts';

interface Props {
  readonly before: unknown;
  readonly after: unknown;
}

const SIGNS = { added: '+', removed: '−', same: ' ' } as const;
const LOOKS = { added: 'bg-good-ground text-good', removed: 'bg-bad-ground text-bad', same: 'text-quiet' } as const;

/** What changed between two values, line by line of their JSON; signs say it besides the colours. */
export function DiffView({ before, after }: Props) {
  const parts = diffLines(JSON.stringify(before, null, 2), JSON.stringify(after, null, 2));
  return (
    <figure aria-label={w.approvals.changes} className="overflow-x-auto rounded-md border">
      <pre className="font-mono text-sm whitespace-pre-wrap">
        {parts.map(({ value, added, removed }, at) => {
          const kind = added ? 'added' : removed ? 'removed' : 'same';
          const lines = value.replace(/\n$/, '').split('\n');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name than their place
            <span key={at} className={classes('block px-2', LOOKS[kind])}>
              {lines.map((line) => `${SIGNS[kind]} ${line}`).join('\n')}
            </span>
          );
        })}
      </pre>
    </figure>
  );
}
