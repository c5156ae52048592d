import { useLocation } from '@tanstack/react-router';
import { getGuideUrl } from '../lib/guide-links.ts';
import { w } from '../words/index.ts';
import { CircleHelp } from './icons.ts';

/** Link to the guide's page for the current screen, in a new tab. */
export default function HelpLink() {
  const { pathname } = useLocation();
  return (
    <a
      href={getGuideUrl(pathname)}
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
