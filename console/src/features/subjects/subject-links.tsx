import { Link } from '@tanstack/react-router';
import type { Subject } from '../../lib/subject.ts';
import { getButtonClassName } from '../../ui/button.tsx';
import { w } from '../../words/index.ts';

/** Links from a task or an agent to its runs and reports. */
export function SubjectLinks({ subject: { kind, id } }: { readonly subject: Subject }) {
  const search = kind === 'task' ? { task: id } : { agent: id };
  return (
    <>
      <Link to="/runs" search={search} className={getButtonClassName()}>
        {w.runList.title}
      </Link>
      <Link to="/reports" search={search} className={getButtonClassName()}>
        {w.reports.title}
      </Link>
    </>
  );
}
