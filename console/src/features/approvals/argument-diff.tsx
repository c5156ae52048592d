import { TextDiff } from '../../ui/diff.tsx';
import { w } from '../../words/index.ts';

interface Props {
  readonly before: unknown;
  readonly after: unknown;
}

/** Shows a line diff of two values' JSON. */
export function ArgumentDiff({ before, after }: Props) {
  const [from, to] = [before, after].map((value) => JSON.stringify(value, null, 2));
  return <TextDiff label={w.approvals.changes} before={from ?? ''} after={to ?? ''} />;
}
