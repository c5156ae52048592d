import { fileURLToPath } from 'node:url';
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

/** What is loaded with the page, by how its address begins; other screens are loaded when it is known that they are needed. */
const SCREENS = {
  approvals: ['features/approvals/inbox.tsx', 'features/approvals/approval.tsx'],
} as const;
/** What of the index stands for the script. */
const PLACE = '<!-- index-script -->';
const LANGUAGES = ['en', 'de'] as const;

type Chunk = Rolldown.OutputChunk;

/**
 * Puts the script of src/boot into the index, with the names of the scripts that the page goes on to: without it a browser
 * hears of each only from the one before.
 */
export function indexScript(): Plugin {
  return {
    name: 'holdfast:index-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const made = Object.values(bundle ?? {}).filter((part) => part.type === 'chunk');
        const always = needed(made, ['app.tsx']);
        const beyond = (sources: readonly string[]) => needed(made, sources).filter((name) => !always.includes(name));
        const scripts = {
          languages: Object.fromEntries(LANGUAGES.map((name) => [name, beyond([`words/${name}/index.ts`])])),
          screens: Object.fromEntries(Object.entries(SCREENS).map(([room, sources]) => [room, beyond(sources)])),
        };
        const script = (await bundled('boot/boot.ts')).replace('__SCRIPTS__', JSON.stringify(scripts));
        // Before the styles, which a script that comes after them would wait for.
        const page = html.replace(PLACE, () => `<script>${script}</script>`);
        return { html: page, tags: always.filter((name) => !html.includes(name)).map(preload) };
      },
    },
  };
}

function preload(href: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href }, injectTo: 'head' };
}

/** Addresses of the scripts that have these sources in them, and of all that those import. */
function needed(chunks: readonly Chunk[], sources: readonly string[]): string[] {
  const ids = sources.map((source) => SOURCES + source);
  const found = new Set(
    chunks.filter(({ facadeModuleId, moduleIds }) => ids.some((id) => id === facadeModuleId || moduleIds.includes(id))),
  );
  for (const { imports } of found) for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  return [...found].map(({ fileName }) => `/${fileName}`);
}

/** A script by itself, with all that it imports. */
async function bundled(source: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: SOURCES + source, output: { format: 'iife' } },
    },
  });
  const [script] = (Array.isArray(made) ? made : [made]).flatMap((each) => ('output' in each ? each.output : []));
  if (script?.type !== 'chunk') throw new Error(`${source} was not built`);
  return script.code.trim();
}
