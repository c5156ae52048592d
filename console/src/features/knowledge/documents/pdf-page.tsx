import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { w } from '../../../words/index.ts';
import type { CitedQuote } from './page-quote.ts';
import { findQuoteBoxes, type PageBox } from './quote-boxes.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

const route = getRouteApi('/in/knowledge/documents/$documentId');

interface Props {
  readonly url: string;
  /** Changes with the content. */
  readonly version: string;
  /** From 1. */
  readonly page: number;
  /** Marked where the page contains it. */
  readonly cited: CitedQuote | undefined;
}

/** Shows a page of a PDF, with buttons to its neighbors. */
export default function PdfPage({ url, version, page, cited }: Props) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { data: pdf, error } = usePdf(url, version);
  if (error) return <p className="text-muted">{w.knowledge.noPreview}</p>;
  if (!pdf) return <Loading lineCount={8} />;
  const number = Math.min(Math.max(1, page), pdf.numPages);
  const goTo = (next: number) =>
    void navigate({ to: '.', search: { ...search, page: String(next) } as never, replace: true, resetScroll: false });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button isSmall disabled={number === 1} onClick={() => goTo(number - 1)}>
          {w.knowledge.previousPage}
        </Button>
        <Button isSmall disabled={number === pdf.numPages} onClick={() => goTo(number + 1)}>
          {w.knowledge.nextPage}
        </Button>
        <span role="status" className="text-sm text-muted">
          {w.knowledge.pageOf({ page: number, pages: pdf.numPages })}
        </span>
      </div>
      <PageCanvas pdf={pdf} number={number} cited={cited} />
    </div>
  );
}

/** Opens a PDF; its parts are loaded as its pages need them. */
function usePdf(url: string, version: string) {
  const result = useQuery({
    queryKey: ['pdf', url, version],
    queryFn: () => getDocument({ url, enableXfa: false }).promise,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  const { data } = result;
  useEffect(() => () => void data?.loadingTask.destroy(), [data]);
  return result;
}

interface PageProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly cited: CitedQuote | undefined;
}

function PageCanvas({ pdf, number, cited }: PageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<{ readonly number: number; readonly isFailed: boolean }>();
  useEffect(() => {
    const canvas = document.createElement('canvas');
    let cancel = () => {};
    let isGone = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const parent = frame.current;
      if (isGone || !parent) return;
      const unscaled = page.getViewport({ scale: 1 });
      const scale = (parent.clientWidth / unscaled.width) * Math.min(2, devicePixelRatio);
      const viewport = page.getViewport({ scale });
      Object.assign(canvas, { width: viewport.width, height: viewport.height, className: 'block h-auto w-full' });
      const task = page.render({ canvas, viewport });
      cancel = () => task.cancel();
      await task.promise;
      if (isGone) return;
      parent.replaceChildren(canvas);
      setDrawn({ number, isFailed: false });
    };
    setDrawn(undefined);
    draw().catch(() => !isGone && setDrawn({ number, isFailed: true }));
    return () => {
      isGone = true;
      cancel();
    };
  }, [pdf, number]);
  const marks = useQuoteBoxes(pdf, number, cited).data;
  return (
    <>
      {drawn?.isFailed && <p className="text-muted">{w.knowledge.noPreview}</p>}
      <div className="relative overflow-hidden rounded-md border bg-white">
        <div ref={frame} role="img" aria-label={w.knowledge.page({ page: number })} className="min-h-40" />
        {marks && drawn?.number === number && !drawn.isFailed && <Marks boxes={marks} />}
      </div>
      {marks && cited && (
        <p className="text-sm break-words text-muted">
          {marks.length > 0 ? w.knowledge.quoteMarked({ quote: cited.quote }) : w.knowledge.quoteNotOnPage}
        </p>
      )}
    </>
  );
}

/** Finds a quote on a page. */
function useQuoteBoxes(pdf: PDFDocumentProxy, number: number, cited: CitedQuote | undefined) {
  return useQuery({
    queryKey: ['pdf', pdf.fingerprints, number, cited],
    queryFn: async () => (cited ? findQuoteBoxes(await pdf.getPage(number), cited) : []),
    enabled: cited !== undefined,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
}

/** Marks parts of a drawn page, the first in view. */
function Marks({ boxes }: { readonly boxes: readonly PageBox[] }) {
  const first = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: The mark appears with the boxes.
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'nearest' });
  }, [boxes]);
  return boxes.map(({ left, top, width, height }, index) => (
    <mark
      key={`${left} ${top}`}
      ref={index === 0 ? first : undefined}
      aria-hidden="true"
      className="pointer-events-none absolute bg-yellow-300/60 mix-blend-multiply forced-color-adjust-none"
      style={{ left: toPercent(left), top: toPercent(top), width: toPercent(width), height: toPercent(height) }}
    />
  ));
}

const toPercent = (share: number): string => `${share * 100}%`;
