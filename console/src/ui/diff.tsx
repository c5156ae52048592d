import { diffLines } from 'diff';
import { classes } from './classes.ts';

interface Props {
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Said where nothing differs. */
  readonly same: string;
  /** Says that so many lines are left out which are the same. */
  readonly folded: (lines: number) => string;
}

/** Lines of what is the same that are shown beside what differs. */
const AROUND = 3;

const SIGNS = { added: '+', removed: '−', same: ' ' } as const;
const LOOKS = { added: 'bg-good-ground text-good', removed: 'bg-bad-ground text-bad', same: 'text-quiet' } as const;

/** What two values differ in, line by line; long texts by their own lines. Signs say it besides the colours. */
export function Diff({ label, before, after, same, folded }: Props) {
  const parts = diffLines(linesOf(before), linesOf(after));
  if (parts.every(({ added, removed }) => !added && !removed)) return <p className="text-quiet">{same}</p>;
  return (
    <figure aria-label={label} className="overflow-x-auto rounded-md border bg-raised">
      <pre className="font-mono text-sm break-words whitespace-pre-wrap">
        {parts.map(({ value, added, removed }, at) => {
          const kind = added ? 'added' : removed ? 'removed' : 'same';
          const all = value.replace(/\n$/, '').split('\n');
          const lines = kind === 'same' ? fold(all, folded) : all;
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

/** Lines of which the middle is left out where it is long. */
function fold(lines: readonly string[], folded: Props['folded']): readonly string[] {
  const left = lines.length - 2 * AROUND;
  return left < 2 ? lines : [...lines.slice(0, AROUND), `⋯ ${folded(left)}`, ...lines.slice(-AROUND)];
}

/** JSON, in which the lines of texts are lines. */
function linesOf(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\\n', '\n    ');
}
