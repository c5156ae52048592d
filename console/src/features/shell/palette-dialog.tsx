import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { type ReactNode, useState } from 'react';
import { activeKeys } from '../../lib/keys.ts';
import { places } from '../../lib/places.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { w } from '../../words/index.ts';
import { isId, useGoToId } from './go-to-id.ts';
import { NAVIGATION } from './navigation.ts';

const GROUP =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-quiet';

/** Everything that can be gone to or done from here, found by name or id. */
export default function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  // Read once: the dialog's own keys are none of the page's.
  const [keys] = useState(activeKeys);
  const navigate = useNavigate();
  const goToId = useGoToId();
  const known = useQuery(places).data ?? [];
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Dialog title={w.shell.palette} onClose={onClose}>
      <Command label={w.shell.palette} loop>
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={w.shell.paletteHint}
          className="w-full rounded-md border border-edge bg-raised px-3 py-2"
        />
        <Command.List className="mt-2 max-h-[50vh] overflow-y-auto">
          <Command.Empty className="p-3 text-quiet">{w.shell.paletteNone}</Command.Empty>
          {isId(typed) && (
            <Item keywords={[typed]} onSelect={then(() => void goToId(typed))}>
              {w.shell.goToId(typed.trim())}
            </Item>
          )}
          <Command.Group heading={w.shell.screens} className={GROUP}>
            {NAVIGATION.map(({ to, name }) => (
              <Item key={to} onSelect={then(() => void navigate({ to }))}>
                {name()}
              </Item>
            ))}
          </Command.Group>
          <Command.Group heading={w.shell.acts} className={GROUP}>
            {keys.map(({ key, does, act }) => (
              <Item key={key} onSelect={then(() => act(new KeyboardEvent('keydown', { key })))}>
                {does}
              </Item>
            ))}
          </Command.Group>
          <Command.Group heading={w.shell.projects} className={GROUP}>
            {known.flatMap(({ org, projects }) =>
              projects.map(({ id, name }) => (
                <Item
                  key={id}
                  keywords={[id, org.name]}
                  onSelect={then(() => void navigate({ to: '/', search: { project: id } }))}
                >
                  {`${name} · ${org.name}`}
                </Item>
              )),
            )}
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}

interface ItemProps {
  readonly onSelect: () => void;
  readonly keywords?: string[];
  readonly children: ReactNode;
}

function Item({ onSelect, keywords, children }: ItemProps) {
  return (
    <Command.Item
      onSelect={onSelect}
      {...(keywords ? { keywords } : {})}
      className="cursor-pointer rounded px-2 py-1.5 aria-selected:bg-accent-ground"
    >
      {children}
    </Command.Item>
  );
}
