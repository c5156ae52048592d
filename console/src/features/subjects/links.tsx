import { Link } from '@tanstack/react-router';
import type { Subject } from '../../lib/subject.ts';
import { getButtonClassName } from '../../ui/button.tsx';
import { w } from '../../words/index.ts';

/** The ways from a task or an agent to its runs, and to what they came to. */
export function SubjectLinks({ subject: { kind, id } }: { readonly subject: Subject }) {
  const of = kind === 'task' ? { task: id } : { agent: id };
  return (
    <>
      <Link to="/runs" search={of} className={getButtonClassName()}>
        {w.runList.title}
      </Link>
      <Link to="/settings/reports" search={of} className={getButtonClassName()}>
        {w.reports.title}
      </Link>
    </>
  );
}
