import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type FontFile, readFont } from './font-file.ts';

const FONTS_FOLDER = join(import.meta.dirname, 'fonts');
/** Folders of the bundled fonts, in lookup order. */
const BUNDLED_FOLDERS = ['latin', 'arabic', 'hebrew', 'devanagari', 'thai'];
const PACKAGE_PREFIX = '@expo-google-fonts/noto-sans';
/** Package suffixes of optional fonts by script. */
const OPTIONAL_SUFFIXES: Readonly<Record<string, string>> = {
  Han: '-sc',
  Hiragana: '-sc',
  Katakana: '-sc',
  Hangul: '-kr',
  Khmer: '-khmer',
  Lao: '-lao',
};
const WEIGHTS = ['400Regular', '700Bold', '400Regular_Italic', '700Bold_Italic'];
/** Family for code; the compiler includes it. */
export const CODE_FAMILY = 'DejaVu Sans Mono';

/** Fonts of a document. */
interface Fonts {
  /** Folders with the font files. */
  readonly folders: readonly string[];
  /** Families in lookup order. */
  readonly families: readonly string[];
  hasGlyph(codePoint: number): boolean;
}

/** Returns the bundled fonts, then those of installed optional packages, then those of a folder. */
export function findFonts(extraFolder: string | null): Fonts {
  const folders = [
    ...BUNDLED_FOLDERS.map((name) => join(FONTS_FOLDER, name)),
    ...listPackageFolders(),
    ...(extraFolder === null ? [] : [extraFolder]),
  ];
  const fonts = folders.flatMap(readFonts);
  return {
    folders,
    families: [...new Set(fonts.map(({ family }) => family))],
    hasGlyph: (codePoint) => fonts.some((font) => font.hasGlyph(codePoint)),
  };
}

/** Returns the npm package with a font for a script, or undefined. */
export function findFontPackage(script: string): string | undefined {
  const suffix = OPTIONAL_SUFFIXES[script];
  return suffix === undefined ? undefined : `${PACKAGE_PREFIX}${suffix}`;
}

function listPackageFolders(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return [...new Set(Object.values(OPTIONAL_SUFFIXES))].flatMap((suffix) => {
    try {
      const packageFolder = dirname(resolve(`${PACKAGE_PREFIX}${suffix}/package.json`));
      return WEIGHTS.map((weight) => join(packageFolder, weight)).filter(existsSync);
    } catch {
      return [];
    }
  });
}

function readFonts(folder: string): FontFile[] {
  return globSync('**/*.{ttf,otf,ttc,TTF,OTF,TTC}', { cwd: folder })
    .toSorted()
    .flatMap((file) => readFont(join(folder, file)) ?? []);
}
