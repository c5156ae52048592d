/**
 * The `postinstall` of `npm ci`: deletes files of packages that this machine never loads, mostly binaries for other
 * platforms. JavaScript, because the machine's own Node may run it. `npm ci --ignore-scripts` skips it.
 */
import { lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

const PACKAGES = new URL('../node_modules', import.meta.url);
const { platform, arch } = process;
const RUST_TARGET = `${{ x64: 'x86_64', arm64: 'aarch64' }[arch]}-${{ linux: 'unknown-linux-gnu', darwin: 'apple-darwin', win32: 'pc-windows-msvc' }[platform]}`;

/** Package folders with one entry per platform, and the entry of this platform. */
const PLATFORM_FOLDERS = [
  ['@temporalio/core-bridge/releases', RUST_TARGET],
  ['onnxruntime-node/bin/napi-v6', platform],
  [`onnxruntime-node/bin/napi-v6/${platform}`, arch],
];

/** Unused files and folders, by folder. */
const UNUSED = [
  // Sources of the native library, which is compiled in `releases`.
  ['@temporalio/core-bridge', /^sdk-core$/],
  // Headers for native modules, which are not compiled.
  [`node/node_modules/node-${platform === 'win32' ? 'win' : platform}-${arch}`, /^(?:include|share)$/],
  // tesseract.js always loads the full core in Node, with the WebAssembly beside the script.
  ['tesseract.js-core', /^tesseract-core.*(?:-lstm\.|\.wasm\.js$)/],
  // Browser builds, a demo and the trace viewer.
  ['officeparser/dist', /\.browser\./],
  // Only the smallest data of the language detector is loaded.
  ['eld/src/ngrams', /^(?:small|medium|large)\.js$/],
  ['playwright-core/lib/vite', /^traceViewer$/],
  // Sources and tests of compiled packages.
  ['@grpc/grpc-js', /^src$/],
  ['@redocly/openapi-core', /^src$/],
  ['fastify', /^(?:docs|examples|test)$/],
  ['openai', /^src$/],
  ['rxjs', /^src$/],
  ['zod', /^src$/],
  // Only the ES modules are loaded.
  ['lucide-react/dist', /^cjs$/],
  // Types of a module that loads icons by name, which nothing imports.
  ['lucide-react', /^dynamic.*\.d\.m?ts$/],
  // The console loads `build`, and Node `legacy`.
  ['pdfjs-dist', /^(?:image_decoders|web)$/],
  ['jschardet', /^dist$/],
  // Only the ES module is loaded.
  ['@e965/xlsx', /^(?:dist|bin|xlsx\.js|xlsxworker\.js)$/],
  // Node loads the CommonJS modules.
  ['rxjs/dist', /^(?:bundles|esm|esm5)$/],
];

/** Packages of the workflow bundle, which needs their source maps. The maps of all others are deleted. */
const WITH_MAPS = ['@temporalio', 'long', 'ms', 'nexus-rpc'];

/** Deletes unused files below `root`. Returns the number of freed bytes. */
function prune(root) {
  let bytes = 0;
  const remove = (path) => {
    bytes += sizeOf(path);
    rmSync(path, { recursive: true, force: true });
  };
  for (const [folder, own] of PLATFORM_FOLDERS) {
    const names = namesIn(root, folder);
    // Unknown layouts are not changed.
    if (names.includes(own)) for (const name of names) if (name !== own) remove(join(root, folder, name));
  }
  for (const [folder, pattern] of UNUSED)
    for (const name of namesIn(root, folder)) if (pattern.test(name)) remove(join(root, folder, name));
  for (const name of readdirSync(root))
    if (!WITH_MAPS.includes(name)) for (const path of filesIn(root, name, /\.map$/)) remove(path);
  return bytes;
}

/** Returns the names in a folder; empty if it is missing or a link leads outside `root`. */
function namesIn(root, folder) {
  const path = join(root, folder);
  try {
    return realpathSync(path).startsWith(root + sep) ? readdirSync(path) : [];
  } catch {
    return [];
  }
}

/** Returns the files below a folder whose name matches. Links are not followed. */
function filesIn(root, folder, pattern) {
  return namesIn(root, folder).flatMap((name) => {
    const below = join(folder, name);
    const stats = lstatSync(join(root, below));
    if (stats.isDirectory()) return filesIn(root, below, pattern);
    return stats.isFile() && pattern.test(name) ? [join(root, below)] : [];
  });
}

function sizeOf(path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

try {
  const bytes = prune(realpathSync(PACKAGES));
  if (bytes > 0) process.stdout.write(`removed ${Math.round(bytes / 1e6)} MB that this machine never loads\n`);
} catch (error) {
  // Remaining files only take space, so the installation succeeds.
  process.stdout.write(`nothing more was removed from node_modules: ${error.message}\n`);
}
