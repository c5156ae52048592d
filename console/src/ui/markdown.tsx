import { memo, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { w } from '../words/index.ts';
import { blocksOf, tooDeep } from './markdown-blocks.ts';

/** What is longer is shown as it is, because parsing it would hold the page up. */
const MOST_PARSED = 150_000;
const PLUGINS = [remarkGfm];

const COMPONENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href ?? ''}>{children}</SafeLink>,
  // Nothing is loaded from anywhere because a model names it.
  img: ({ src, alt }) => (
    <span className="text-quiet">
      [{w.ui.picture} {alt}] {typeof src === 'string' && src}
    </span>
  ),
};

const ELEMENTS_OUT = ['script', 'style', 'iframe', 'object', 'embed', 'video', 'audio', 'form'];

/** The host is shown, because the words of a link may promise another one. */
function SafeLink({ href, children }: { readonly href: string; readonly children: React.ReactNode }) {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <span className="ms-1 text-sm text-quiet no-underline">({url.host || url.pathname})</span>
    </a>
  );
}

/** One block; a settled one is parsed once. */
const Block = memo(function Block({ text }: { readonly text: string }) {
  return (
    <Markdown remarkPlugins={PLUGINS} components={COMPONENTS} disallowedElements={ELEMENTS_OUT} skipHtml>
      {text}
    </Markdown>
  );
});

/** Markdown of anybody, hostile ones too: no HTML, nothing loaded, links with their host. Text that grows is parsed at its end only. */
export function SafeMarkdown({ text }: { readonly text: string }) {
  const blocks = useMemo(() => (text.length > MOST_PARSED || tooDeep(text) ? undefined : blocksOf(text)), [text]);
  if (!blocks) return <pre className="font-mono text-sm break-words whitespace-pre-wrap">{text}</pre>;
  return (
    <div dir="auto" className="prose break-words">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
        <Block key={at} text={block} />
      ))}
    </div>
  );
}
