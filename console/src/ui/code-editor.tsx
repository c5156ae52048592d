import { history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { bracketMatching, defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { EDITOR_KEYMAP } from './editor-keymap.ts';

interface Props {
  readonly label: string;
  readonly language: 'json' | 'markdown' | 'text';
  /** Initial text. Change `key` to load another text. */
  readonly initialText: string;
  readonly onChange: (text: string) => void;
  /** Whether the editor takes the focus once it is there. */
  readonly takesFocus?: boolean;
}

const LANGUAGES: Readonly<Record<Props['language'], () => Extension>> = {
  json: () => [json(), linter(jsonParseLinter())],
  markdown: () => [markdown(), EditorView.lineWrapping],
  text: () => EditorView.lineWrapping,
};

const HIGHLIGHT_STYLE = HighlightStyle.define([
  { tag: [tags.propertyName, tags.heading], color: 'var(--accent)' },
  { tag: [tags.string, tags.monospace], color: 'var(--success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--info)' },
  { tag: [tags.emphasis], fontStyle: 'italic' },
  { tag: [tags.strong], fontWeight: 'bold' },
]);

const EDITOR_THEME = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--foreground)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-scroller': { minHeight: '8rem', maxHeight: '60vh', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--surface-muted)', color: 'var(--muted)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--foreground)' },
});

/**
 * A CodeMirror editor inside a shadow root. There, its styles are constructed style sheets, which the
 * Content-Security-Policy allows; style elements are blocked.
 */
export default function CodeEditor({ label, language, initialText, onChange, takesFocus = false }: Props) {
  const containerRef = useRef<HTMLDivElement>(null);
  const onChangeRef = useRef(onChange);
  onChangeRef.current = onChange;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor owns its text after creation
  useEffect(() => {
    const host = containerRef.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const updateListener = EditorView.updateListener.of((update) => {
      if (update.docChanged) onChangeRef.current(update.state.doc.toString());
    });
    const extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      syntaxHighlighting(HIGHLIGHT_STYLE),
      syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
      // No indent-with-tab: Tab moves the focus, as in every other field.
      keymap.of([...EDITOR_KEYMAP, ...historyKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      LANGUAGES[language](),
      EDITOR_THEME,
      updateListener,
    ];
    const view = new EditorView({ state: EditorState.create({ doc: initialText, extensions }), parent: root, root });
    if (takesFocus) view.focus();
    return () => view.destroy();
  }, [language]);
  return <div ref={containerRef} className="rounded-md border border-input" />;
}
