import { TextDiff } from '../../ui/diff.tsx';
import { w } from '../../words/index.ts';

interface Props {
  readonly before: unknown;
  readonly after: unknown;
}

/** What changed between two values, line by line of their JSON, none of them left out. */
export function DiffView({ before, after }: Props) {
  const [from, to] = [before, after].map((value) => JSON.stringify(value, null, 2));
  return <TextDiff label={w.approvals.changes} before={from ?? ''} after={to ?? ''} />;
}
