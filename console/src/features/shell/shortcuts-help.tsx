import { useState } from 'react';
import { getActiveShortcuts, useShortcuts } from '../../lib/shortcuts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { w } from '../../words/index.ts';

/** The dialog that `?` opens, with the active shortcuts. */
export function ShortcutsHelp() {
  const [isOpen, setIsOpen] = useState(false);
  useShortcuts([{ key: '?', description: w.shell.keysHelp, run: () => setIsOpen(true) }]);
  if (!isOpen) return null;
  return (
    <Dialog title={w.shell.keys} onClose={() => setIsOpen(false)}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        <ShortcutRow keyName={`${w.shell.control} K`} description={w.shell.palette} />
        <ShortcutRow keyName={`${w.shell.control} Enter`} description={w.shell.submitForm} />
        {getActiveShortcuts().map(({ key, description }) => (
          <ShortcutRow key={key} keyName={key.length === 1 ? key.toUpperCase() : key} description={description} />
        ))}
      </dl>
    </Dialog>
  );
}

function ShortcutRow({ keyName, description }: { readonly keyName: string; readonly description: string }) {
  return (
    <>
      <dt>
        <kbd className="rounded border border-input bg-surface-muted px-1.5 font-mono text-sm">{keyName}</kbd>
      </dt>
      <dd>{description}</dd>
    </>
  );
}
