import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type FontFile, readFont } from './font-file.ts';

const HOME = join(import.meta.dirname, 'fonts');
/** Folders of the product's own fonts, in the order in which a character is looked for. */
const OWN = ['latin', 'arabic', 'hebrew', 'devanagari', 'thai'];
const PACKAGE = '@expo-google-fonts/noto-sans';
/** Endings of optional packages, by the script whose characters they show. */
const OPTIONAL: Readonly<Record<string, string>> = {
  Han: '-sc',
  Hiragana: '-sc',
  Katakana: '-sc',
  Hangul: '-kr',
  Khmer: '-khmer',
  Lao: '-lao',
};
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

/** The fonts that come with the product, then those of optional packages that are installed, then those of a folder. */
export function findFonts(ownFolder: string | null): Fonts {
  const folders = [
    ...OWN.map((name) => join(HOME, name)),
    ...packageFolders(),
    ...(ownFolder === null ? [] : [ownFolder]),
  ];
  const fonts = folders.flatMap(fontsIn);
  return {
    folders,
    families: [...new Set(fonts.map(({ family }) => family))],
    has: (codePoint) => fonts.some((font) => font.has(codePoint)),
  };
}

/** The npm package with a font for a script; undefined where the product knows none. */
export function fontPackageFor(script: string): string | undefined {
  const ending = OPTIONAL[script];
  return ending === undefined ? undefined : `${PACKAGE}${ending}`;
}

function packageFolders(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return [...new Set(Object.values(OPTIONAL))].flatMap((ending) => {
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
