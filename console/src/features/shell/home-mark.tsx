import { Link } from '@tanstack/react-router';
import { w } from '../../words/index.ts';

/** The mark of the product, which links to the home screen. */
export function HomeMark({ isCollapsed = false }: { readonly isCollapsed?: boolean }) {
  return (
    <Link
      to="/"
      aria-label={`Holdfast: ${w.home.title}`}
      className="flex min-h-10 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 font-semibold"
    >
      <img src="/favicon.svg" alt="" width="24" height="24" />
      {!isCollapsed && 'Holdfast'}
    </Link>
  );
}
