import { diffLines, diffWordsWithSpace } from 'diff';
import { markHidden, markHiddenCharacters } from '../lib/hidden-text.ts';
import { w } from '../words/index.ts';
import { joinClassNames } from './class-names.ts';

interface Props {
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Unchanged lines shown before and after a change. */
const CONTEXT_LINES = 3;

const SIGNS = { added: '+', removed: '−', same: ' ' } as const;
const LINE_CLASS_NAMES = {
  added: 'bg-success-subtle text-success',
  removed: 'bg-danger-subtle text-danger',
  same: 'text-muted',
} as const;

/** Shows the line diff of two JSON values. Multi-line strings are split into their lines. */
export function JsonDiff({ label, before, after }: Props) {
  const [from, to] = [toJsonText(before), toJsonText(after)];
  if (from === to) return <p className="text-muted">{w.ui.same}</p>;
  return <TextDiff label={label} before={from} after={to} collapsesUnchanged />;
}

interface LinesProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Whether long unchanged parts are collapsed. */
  readonly collapsesUnchanged?: boolean;
}

/** Shows the line diff of two texts. Signs and colors mark the changes. */
export function TextDiff({ label, before, after, collapsesUnchanged = false }: LinesProps) {
  return (
    <figure aria-label={label} className="overflow-x-auto rounded-md border bg-surface">
      <pre className="font-mono text-sm break-words whitespace-pre-wrap">
        {diffLines(before, after).map(({ value, added, removed }, index) => {
          const kind = added ? 'added' : removed ? 'removed' : 'same';
          const allLines = value.replace(/\n$/, '').split('\n');
          const lines = kind === 'same' && collapsesUnchanged ? collapseLines(allLines) : allLines;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: diff parts have no ID
            <span key={index} className={joinClassNames('block px-2', LINE_CLASS_NAMES[kind])}>
              {lines.map((line) => `${SIGNS[kind]} ${markHidden(line)}`).join('\n')}
            </span>
          );
        })}
      </pre>
    </figure>
  );
}

/** Replaces the middle of a long block by a marker. */
function collapseLines(lines: readonly string[]): readonly string[] {
  const hiddenCount = lines.length - 2 * CONTEXT_LINES;
  return hiddenCount < 2
    ? lines
    : [
        ...lines.slice(0, CONTEXT_LINES),
        `⋯ ${w.ui.unchangedLines({ lines: hiddenCount })}`,
        ...lines.slice(-CONTEXT_LINES),
      ];
}

/** Formats a value as indented JSON with real line breaks inside strings. */
function toJsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\\n', '\n    ');
}

interface WordsProps {
  readonly before: string;
  readonly after: string;
}

/** Shows a text with its removed and added words. Lines and colors mark the changes. */
export function WordDiff({ before, after }: WordsProps) {
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, index) => {
        // Parts end with the space before a change, which is not hidden.
        const text = markHiddenCharacters(value);
        const key = index;
        if (removed)
          return (
            <del key={key} className="bg-danger-subtle text-danger">
              {text}
            </del>
          );
        if (added)
          return (
            <ins key={key} className="bg-success-subtle text-success no-underline">
              {text}
            </ins>
          );
        return <span key={key}>{text}</span>;
      })}
    </p>
  );
}
