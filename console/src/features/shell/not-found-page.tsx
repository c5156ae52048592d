import { Link } from '@tanstack/react-router';
import { getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CircleHelp } from '../../ui/icons.ts';
import { Page } from '../../ui/page.tsx';
import { w } from '../../words/index.ts';

/** Shown for unknown URLs, with the navigation. */
export default function NotFoundPage() {
  return (
    <Page title={w.shell.notFound}>
      <EmptyState icon={CircleHelp} title={w.shell.notFoundHint}>
        <Link to="/" className={getButtonClassName('primary')}>
          {w.shell.goHome}
        </Link>
      </EmptyState>
    </Page>
  );
}
