import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { bracketMatching, defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';

interface Props {
  readonly label: string;
  readonly language: 'json' | 'markdown' | 'text';
  /** What it begins with; another text takes another `key`. */
  readonly initial: string;
  readonly onChange: (text: string) => void;
}

const LANGUAGES: Readonly<Record<Props['language'], () => Extension>> = {
  json: () => [json(), linter(jsonParseLinter())],
  markdown: () => [markdown(), EditorView.lineWrapping],
  text: () => EditorView.lineWrapping,
};

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.heading], color: 'var(--accent)' },
  { tag: [tags.string, tags.monospace], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--info)' },
  { tag: [tags.emphasis], fontStyle: 'italic' },
  { tag: [tags.strong], fontWeight: 'bold' },
]);

const LOOK = EditorView.theme({
  '&': { backgroundColor: 'var(--raised)', color: 'var(--text)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-scroller': { minHeight: '8rem', maxHeight: '60vh', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--quiet)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
});

/**
 * An editor for code. It stands in a shadow root, where its styles are style sheets made by script and no elements, which
 * the policy of the pages would refuse.
 */
export default function CodeEditor({ label, language, initial, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const told = useRef(onChange);
  told.current = onChange;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor keeps its own text once it is there
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const changes = EditorView.updateListener.of((update) => {
      if (update.docChanged) told.current(update.state.doc.toString());
    });
    const extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      syntaxHighlighting(COLOURS),
      syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
      // Tab leaves the editor, as it leaves every field.
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      LANGUAGES[language](),
      LOOK,
      changes,
    ];
    const view = new EditorView({ state: EditorState.create({ doc: initial, extensions }), parent: root, root });
    return () => view.destroy();
  }, [language]);
  return <div ref={place} className="rounded-md border border-edge" />;
}
