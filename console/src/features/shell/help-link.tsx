import { useLocation } from '@tanstack/react-router';
import { getGuideUrl } from '../../lib/guide-links.ts';
import { CircleHelp } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { SETTINGS_PAGES } from '../settings/settings-pages.ts';
import { NAVIGATION_ITEMS } from './navigation.ts';

/** Screens that are neither in the navigation nor in the settings. */
const OTHER_SCREENS = [
  { to: '/knowledge/documents', guide: 'documents' },
  { to: '/knowledge/search', guide: 'search#how-a-query-is-answered' },
  { to: '/knowledge/metadata', guide: 'metadata' },
  { to: '/knowledge/sources', guide: 'sources' },
];

const GUIDE_PAGES = Object.fromEntries(
  [...NAVIGATION_ITEMS, ...SETTINGS_PAGES, ...OTHER_SCREENS].map(({ to, guide }) => [to, guide]),
);

/** Link to the guide's page for the current screen, in a new tab. */
export default function HelpLink() {
  const { pathname } = useLocation();
  return (
    <a
      href={getGuideUrl(GUIDE_PAGES, pathname)}
      target="_blank"
      rel="noopener"
      aria-label={w.shell.help}
      title={w.shell.help}
      className="flex size-full items-center justify-center rounded-md text-muted transition-colors hover:bg-surface-muted hover:text-foreground"
    >
      <CircleHelp className="size-4" />
    </a>
  );
}
