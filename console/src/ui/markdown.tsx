import { memo, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { w } from '../words/index.ts';
import { isTooDeep, splitIntoBlocks } from './markdown-blocks.ts';

/** Longer text is shown as plain text, because parsing it would block the page. */
const MAX_PARSED_LENGTH = 150_000;
const PLUGINS = [remarkGfm];

const COMPONENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href ?? ''}>{children}</SafeLink>,
  // Model output must not make the browser load external images.
  img: ({ src, alt }) => (
    <span className="text-muted">
      [{w.ui.picture} {alt}] {typeof src === 'string' && src}
    </span>
  ),
};

const DISALLOWED_ELEMENTS = ['script', 'style', 'iframe', 'object', 'embed', 'video', 'audio', 'form'];

/** Shows the host, because the link text can claim another one. */
function SafeLink({ href, children }: { readonly href: string; readonly children: React.ReactNode }) {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <span className="ms-1 text-sm text-muted no-underline">({url.host || url.pathname})</span>
    </a>
  );
}

/** Memoized: parses a block once. */
const Block = memo(function Block({ text }: { readonly text: string }) {
  return (
    <Markdown remarkPlugins={PLUGINS} components={COMPONENTS} disallowedElements={DISALLOWED_ELEMENTS} skipHtml>
      {text}
    </Markdown>
  );
});

/**
 * Renders untrusted Markdown without HTML and external resources, and shows the host of links. Growing text parses only
 * its last block again.
 */
export function SafeMarkdown({ text }: { readonly text: string }) {
  const blocks = useMemo(
    () => (text.length > MAX_PARSED_LENGTH || isTooDeep(text) ? undefined : splitIntoBlocks(text)),
    [text],
  );
  if (!blocks) return <pre className="font-mono text-sm break-words whitespace-pre-wrap">{text}</pre>;
  return (
    <div dir="auto" className="prose break-words">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are append-only
        <Block key={index} text={block} />
      ))}
    </div>
  );
}
