import { lazy, Suspense, useLayoutEffect, useState } from 'react';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'));

/** Ctrl+K or ⌘K goes anywhere. */
export function Palette() {
  const [shown, setShown] = useState(false);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setShown((before) => !before);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog onClose={() => setShown(false)} />
    </Suspense>
  );
}
