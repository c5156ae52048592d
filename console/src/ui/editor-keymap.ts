import { defaultKeymap } from '@codemirror/commands';

/** The keys of an editor, without Ctrl+Enter, which submits the form. */
export const EDITOR_KEYMAP = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');
