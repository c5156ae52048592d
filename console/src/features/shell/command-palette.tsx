import { lazy, Suspense, useLayoutEffect } from 'react';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'));

interface Props {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The command palette, which Ctrl+K or ⌘K opens as well. */
export function CommandPalette({ isOpen, onToggle }: Props) {
  useLayoutEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      onToggle();
    };
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [onToggle]);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog onClose={onToggle} />
    </Suspense>
  );
}
