import { lazy, Suspense, useLayoutEffect, useState } from 'react';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'));

/** Opens the command palette on Ctrl+K or ⌘K. */
export function CommandPalette() {
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setIsOpen((current) => !current);
    };
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
