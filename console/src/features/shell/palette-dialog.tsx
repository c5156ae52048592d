import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useState } from 'react';
import { getActiveShortcuts } from '../../lib/shortcuts.ts';
import { visibleProjectsQuery } from '../../lib/visible-projects.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { w } from '../../words/index.ts';
import { isId, useGoToId } from './go-to-id.ts';
import { NAVIGATION } from './navigation.ts';
import { FoundItems, Group, Item, useFound } from './palette-parts.tsx';

/** Everything that can be gone to or done from here, found by name or id. */
export default function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const of = useFound(typed);
  const goToId = useGoToId();
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
        <p role="status" className="sr-only">
          {of.looking ? w.shell.looking : of.found.length > 0 && w.shell.foundSo(of.found.length)}
        </p>
        {of.error && <ErrorAlert error={of.error} />}
        <Command.List label={w.shell.palette} className="mt-2 max-h-[50vh] overflow-y-auto">
          {isId(typed) && (
            <Item keywords={[typed]} onSelect={then(() => void goToId(typed))}>
              {w.shell.goToId(typed.trim())}
            </Item>
          )}
          <FoundItems of={of} then={then} />
          <Standing then={then} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** What can be gone to and done whatever was typed. */
function Standing({ then }: { readonly then: (act: () => void) => () => void }) {
  // Read once: the dialog's own keys are none of the page's.
  const [keys] = useState(getActiveShortcuts);
  const navigate = useNavigate();
  const known = useQuery(visibleProjectsQuery).data ?? [];
  return (
    <>
      <Group heading={w.shell.screens}>
        {NAVIGATION.map(({ to, name }) => (
          <Item key={to} onSelect={then(() => void navigate({ to }))}>
            {name()}
          </Item>
        ))}
      </Group>
      <Group heading={w.shell.acts}>
        {keys.map(({ key, description: does, run: act }) => (
          <Item key={key} onSelect={then(() => act(new KeyboardEvent('keydown', { key })))}>
            {does}
          </Item>
        ))}
      </Group>
      <Group heading={w.shell.projects}>
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
      </Group>
    </>
  );
}
