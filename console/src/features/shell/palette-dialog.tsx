import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useState } from 'react';
import { isUuid } from '../../lib/locate.ts';
import { openGuide } from '../../lib/open-guide.ts';
import { getActiveShortcuts } from '../../lib/shortcuts.ts';
import { visibleProjectsQuery } from '../../lib/visible-projects.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CircleHelp } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { useSettingsPages } from '../settings/settings-pages.ts';
import { useGoToId } from './go-to-id.ts';
import { NAVIGATION_ITEMS } from './navigation.ts';
import { PaletteGroup, PaletteItem, SearchResultItems, useNameSearch } from './palette-parts.tsx';

/** Lists screens, settings, shortcuts, projects, tasks and agents, and finds them by name or ID. */
export default function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const search = useNameSearch(text);
  const goToId = useGoToId();
  const closeThenRun = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Dialog title={w.shell.palette} onClose={onClose}>
      <Command label={w.shell.palette} loop>
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder={w.shell.paletteHint}
          className="control w-full rounded-md border border-input bg-surface px-3 py-2"
        />
        <p role="status" className="sr-only">
          {search.isSearching
            ? w.shell.searching
            : search.results.length > 0 && w.shell.matchCount({ n: search.results.length })}
        </p>
        {search.error && <ErrorAlert error={search.error} />}
        <Command.List label={w.shell.palette} className="mt-2 max-h-[50vh] overflow-y-auto">
          {isUuid(text) && (
            <PaletteItem keywords={[text]} onSelect={closeThenRun(() => void goToId(text))}>
              {w.shell.goToId({ id: text.trim() })}
            </PaletteItem>
          )}
          <SearchResultItems search={search} wrapAction={closeThenRun} />
          <StaticItems wrapAction={closeThenRun} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** Entries that do not depend on a search request. */
function StaticItems({ wrapAction }: { readonly wrapAction: (action: () => void) => () => void }) {
  // Read once, because the dialog's own shortcuts do not belong to the page.
  const [shortcuts] = useState(getActiveShortcuts);
  const navigate = useNavigate();
  const organizations = useQuery(visibleProjectsQuery).data ?? [];
  const settingsPages = useSettingsPages();
  return (
    <>
      <PaletteGroup heading={w.shell.screens}>
        {NAVIGATION_ITEMS.map(({ to, icon: Icon, getLabel }) => (
          <PaletteItem key={to} onSelect={wrapAction(() => void navigate({ to }))}>
            <Icon className="size-4 text-muted" />
            {getLabel()}
          </PaletteItem>
        ))}
        <PaletteItem keywords={[w.shell.help]} onSelect={wrapAction(openGuide)}>
          <CircleHelp className="size-4 text-muted" />
          {w.shell.documentation}
        </PaletteItem>
      </PaletteGroup>
      <PaletteGroup heading={w.shell.titles.settings}>
        {settingsPages.map(({ to, name }) => (
          <PaletteItem key={to} onSelect={wrapAction(() => void navigate({ to }))}>
            {name()}
          </PaletteItem>
        ))}
      </PaletteGroup>
      <PaletteGroup heading={w.shell.acts}>
        {shortcuts.map(({ key, description, run: action }) => (
          <PaletteItem key={key} onSelect={wrapAction(() => action(new KeyboardEvent('keydown', { key })))}>
            {description}
          </PaletteItem>
        ))}
      </PaletteGroup>
      <PaletteGroup heading={w.shell.projects}>
        {organizations.flatMap(({ org, projects }) =>
          projects.map(({ id, name: getLabel }) => (
            <PaletteItem
              key={id}
              keywords={[id, org.name]}
              onSelect={wrapAction(() => void navigate({ to: '/', search: { project: id } }))}
            >
              {`${getLabel} · ${org.name}`}
            </PaletteItem>
          )),
        )}
      </PaletteGroup>
    </>
  );
}
