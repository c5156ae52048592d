import { fileURLToPath } from 'node:url';
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { APPROVALS_PAGE } from './chunks.ts';

const SOURCE_ROOT = fileURLToPath(new URL('../src/', import.meta.url));

/** Entry modules that the index preloads, by the first path segment. Other screens load on demand. */
const PRELOADED_SCREENS = { approvals: [APPROVALS_PAGE] } as const;
/** Comment in index.html that the build replaces by the script. */
const PLACEHOLDER = '<!-- index-script -->';
/** File of the font of the text. */
const TEXT_FONT = /geist-latin-wght-normal-[\w-]+\.woff2$/;
const LANGUAGE_CODES = ['en', 'de'] as const;

type Chunk = Rolldown.OutputChunk;

/**
 * Inlines the script of src/boot into the index, with the URLs of the chunks that the page needs next. Without it, a
 * browser discovers each chunk only after it has loaded the one before.
 */
export function indexScript(): Plugin {
  return {
    name: 'holdfast:index-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk');
        const sharedScripts = getScriptUrls(chunks, ['app.tsx']);
        const getExtraScripts = (sources: readonly string[]) =>
          getScriptUrls(chunks, sources).filter((name) => !sharedScripts.includes(name));
        const manifest = {
          languages: Object.fromEntries(
            LANGUAGE_CODES.map((name) => [name, getExtraScripts([`messages/${name}/first.ts`])]),
          ),
          laterTexts: Object.fromEntries(
            LANGUAGE_CODES.map((name) => [
              name,
              getExtraScripts([`messages/${name}/later.ts`, `words/${name}/index.ts`]),
            ]),
          ),
          screens: Object.fromEntries(
            Object.entries(PRELOADED_SCREENS).map(([screen, sources]) => [screen, getExtraScripts(sources)]),
          ),
        };
        const script = (await bundleScript('boot/boot.ts')).replace('__SCRIPTS__', JSON.stringify(manifest));
        // The script precedes the stylesheet: a script after it would block until the styles are loaded.
        const document = html.replace(PLACEHOLDER, () => `<script>${script}</script>`);
        const scriptTags = sharedScripts.filter((name) => !html.includes(name)).map(toPreloadTag);
        return { html: document, tags: [...scriptTags, toFontPreloadTag(Object.keys(bundle ?? {}))] };
      },
    },
  };
}

function toPreloadTag(href: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href }, injectTo: 'head' };
}

/** Returns the tag that loads the font of the text with the scripts. Else it would load after the first text shows. */
function toFontPreloadTag(fileNames: readonly string[]): HtmlTagDescriptor {
  const font = fileNames.find((name) => TEXT_FONT.test(name));
  if (font === undefined) throw new Error('the console has no font for its text');
  const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` };
  return { tag: 'link', attrs, injectTo: 'head' };
}

/** Returns the URLs of the chunks that contain these modules, and of all chunks they import. */
function getScriptUrls(chunks: readonly Chunk[], sources: readonly string[]): string[] {
  const ids = sources.map((source) => SOURCE_ROOT + source);
  const missingId = ids.find((id) => !chunks.some(({ moduleIds }) => moduleIds.includes(id)));
  if (missingId) throw new Error(`${missingId} is in no chunk of the console`);
  const reachable = new Set(
    chunks.filter(({ facadeModuleId, moduleIds }) => ids.some((id) => id === facadeModuleId || moduleIds.includes(id))),
  );
  for (const { imports } of reachable)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reachable.add(chunk);
  return [...reachable].map(({ fileName }) => `/${fileName}`);
}

/** Builds a module and its imports into one self-contained script. */
async function bundleScript(source: string): Promise<string> {
  const chunks = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: SOURCE_ROOT + source, output: { format: 'iife' } },
    },
  });
  const [script] = (Array.isArray(chunks) ? chunks : [chunks]).flatMap((result) =>
    'output' in result ? result.output : [],
  );
  if (script?.type !== 'chunk') throw new Error(`${source} was not built`);
  return script.code.trim();
}
