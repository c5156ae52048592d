import { useState } from 'react';
import { getActiveShortcuts, useShortcuts } from '../../lib/shortcuts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { w } from '../../words/index.ts';

/** `?` lists the keys of what is open. */
export function KeysHelp() {
  const [shown, setShown] = useState(false);
  useShortcuts([{ key: '?', description: w.shell.keysHelp, run: () => setShown(true) }]);
  if (!shown) return null;
  return (
    <Dialog title={w.shell.keys} onClose={() => setShown(false)}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        <Key name={`${w.shell.control} K`} does={w.shell.palette} />
        {getActiveShortcuts().map(({ key, description: does }) => (
          <Key key={key} name={key.length === 1 ? key.toUpperCase() : key} does={does} />
        ))}
      </dl>
    </Dialog>
  );
}

function Key({ name, does }: { readonly name: string; readonly does: string }) {
  return (
    <>
      <dt>
        <kbd className="rounded border border-edge bg-sunken px-1.5 font-mono text-sm">{name}</kbd>
      </dt>
      <dd>{does}</dd>
    </>
  );
}
