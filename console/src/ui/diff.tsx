import { diffLines } from 'diff';
import { visible } from '../lib/visible.ts';
import { w } from '../words/index.ts';
import { classes } from './classes.ts';

interface Props {
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Lines of what is the same that are shown beside what differs. */
const AROUND = 3;

const SIGNS = { added: '+', removed: '−', same: ' ' } as const;
const LOOKS = { added: 'bg-good-ground text-good', removed: 'bg-bad-ground text-bad', same: 'text-quiet' } as const;

/** What two values differ in, line by line; long texts by their own lines. Signs say it besides the colours. */
export function Diff({ label, before, after }: Props) {
  const [from, to] = [linesOf(before), linesOf(after)];
  if (from === to) return <p className="text-quiet">{w.ui.same}</p>;
  return <DiffOfLines label={label} before={from} after={to} folds />;
}

interface LinesProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Whether lines that are the same are left out where they are many. */
  readonly folds?: boolean;
}

/** What two texts differ in, line by line. */
export function DiffOfLines({ label, before, after, folds = false }: LinesProps) {
  return (
    <figure aria-label={label} className="overflow-x-auto rounded-md border bg-raised">
      <pre className="font-mono text-sm break-words whitespace-pre-wrap">
        {diffLines(before, after).map(({ value, added, removed }, at) => {
          const kind = added ? 'added' : removed ? 'removed' : 'same';
          const all = value.replace(/\n$/, '').split('\n');
          const lines = kind === 'same' && folds ? fold(all) : all;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name than their place
            <span key={at} className={classes('block px-2', LOOKS[kind])}>
              {lines.map((line) => `${SIGNS[kind]} ${visible(line)}`).join('\n')}
            </span>
          );
        })}
      </pre>
    </figure>
  );
}

/** Lines of which the middle is left out where it is long. */
function fold(lines: readonly string[]): readonly string[] {
  const left = lines.length - 2 * AROUND;
  return left < 2 ? lines : [...lines.slice(0, AROUND), `⋯ ${w.ui.folded(left)}`, ...lines.slice(-AROUND)];
}

/** JSON, in which the lines of texts are lines. */
function linesOf(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\\n', '\n    ');
}
