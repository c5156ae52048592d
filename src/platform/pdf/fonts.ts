import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type FontFile, readFont } from './font-file.ts';

const PACKAGE = '@expo-google-fonts/noto-sans';
/** What the packages' names end in, in the order in which a character is looked for; the last is optional. */
const ENDINGS = ['', '-arabic', '-hebrew', '-devanagari', '-thai', '-sc'];
const WEIGHTS = ['400Regular', '700Bold', '400Regular_Italic', '700Bold_Italic'];
/** The family that is drawn for code; it comes with the compiler. */
export const CODE_FAMILY = 'DejaVu Sans Mono';

/** The fonts of a document. */
export interface Fonts {
  /** Folders that hold them. */
  readonly folders: readonly string[];
  /** In the order in which a character is looked for. */
  readonly families: readonly string[];
  has(codePoint: number): boolean;
}

/** The fonts that come with the product, and behind them those of a folder. */
export function findFonts(ownFolder: string | null): Fonts {
  const folders = [...packageFolders(), ...(ownFolder === null ? [] : [ownFolder])];
  const fonts = folders.flatMap(fontsIn);
  return {
    folders,
    families: [...new Set(fonts.map(({ family }) => family))],
    has: (codePoint) => fonts.some((font) => font.has(codePoint)),
  };
}

function packageFolders(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return ENDINGS.flatMap((ending) => {
    try {
      const home = dirname(resolve(`${PACKAGE}${ending}/package.json`));
      return WEIGHTS.map((weight) => join(home, weight)).filter(existsSync);
    } catch {
      return [];
    }
  });
}

function fontsIn(folder: string): FontFile[] {
  return globSync('**/*.{ttf,otf,ttc,TTF,OTF,TTC}', { cwd: folder })
    .toSorted()
    .flatMap((file) => readFont(join(folder, file)) ?? []);
}
