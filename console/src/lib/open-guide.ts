import { GUIDE_URL } from './guide-links.ts';

/** Opens the guide in a new tab. */
export function openGuide(): void {
  open(GUIDE_URL, '_blank', 'noopener');
}
