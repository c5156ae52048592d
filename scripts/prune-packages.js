/**
 * The `postinstall` of `npm ci`: deletes what installed packages hold that this machine never loads, chiefly binaries for
 * other platforms. JavaScript, because it may run on the machine's own, older Node. `npm ci --ignore-scripts` skips it.
 */
import { lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

const PACKAGES = new URL('../node_modules', import.meta.url);
const { platform, arch } = process;
const RUST_TARGET = `${{ x64: 'x86_64', arm64: 'aarch64' }[arch]}-${{ linux: 'unknown-linux-gnu', darwin: 'apple-darwin', win32: 'pc-windows-msvc' }[platform]}`;

/** Folders of a package with one entry per platform, and the entry of this platform. */
const PLATFORM_FOLDERS = [
  ['@temporalio/core-bridge/releases', RUST_TARGET],
  ['onnxruntime-node/bin/napi-v6', platform],
  [`onnxruntime-node/bin/napi-v6/${platform}`, arch],
];

/** Files and folders that nothing loads here, by folder. */
const UNUSED = [
  // Sources of the native library that `releases` holds compiled.
  ['@temporalio/core-bridge', /^sdk-core$/],
  // Headers for compiling native modules; none is compiled.
  [`node/node_modules/node-${platform === 'win32' ? 'win' : platform}-${arch}`, /^(?:include|share)$/],
  // tesseract.js loads the full core in Node, whatever engine is asked for, with the WebAssembly beside the script.
  ['tesseract.js-core', /^tesseract-core.*(?:-lstm\.|\.wasm\.js$)/],
  // Data of the other engine.
  ['@tesseract.js-data/eng', /^4\.0\.0$/],
  // Builds for browsers, a demo, and the trace viewer.
  ['officeparser/dist', /\.browser\./],
  ['tinyld', /^playground$/],
  ['playwright-core/lib/vite', /^traceViewer$/],
];

/** Packages whose source maps take megabytes. None of them is in the workflow bundle, which reads the maps of what it holds. */
const WITHOUT_MAPS = [
  ...[
    '@ai-sdk',
    '@electric-sql',
    '@grpc',
    '@jsonjoy.com',
    '@modelcontextprotocol',
    '@tanstack',
    'axios',
    'fastmcp',
    'glob',
    'isomorphic-git',
  ],
  ...[
    'libphonenumber-js',
    'lru-cache',
    'markdown-it',
    'mcp-proxy',
    'pdfjs-dist',
    'rxjs',
    'tldts',
    'tldts-core',
    'typescript',
  ],
];

/** Removes what is not used below the real folder `root`. Returns the bytes that became free. */
function prune(root) {
  let bytes = 0;
  const remove = (path) => {
    bytes += sizeOf(path);
    rmSync(path, { recursive: true, force: true });
  };
  for (const [folder, own] of PLATFORM_FOLDERS) {
    const names = namesIn(root, folder);
    // An unknown layout is left alone.
    if (names.includes(own)) for (const name of names) if (name !== own) remove(join(root, folder, name));
  }
  for (const [folder, pattern] of UNUSED)
    for (const name of namesIn(root, folder)) if (pattern.test(name)) remove(join(root, folder, name));
  for (const name of WITHOUT_MAPS) for (const path of mapsIn(root, name)) remove(path);
  return bytes;
}

/** Names in a folder; none where it is missing or, through a link, lies outside of `root`. */
function namesIn(root, folder) {
  const path = join(root, folder);
  try {
    return realpathSync(path).startsWith(root + sep) ? readdirSync(path) : [];
  } catch {
    return [];
  }
}

function mapsIn(root, folder) {
  return namesIn(root, folder).flatMap((name) => {
    const below = join(folder, name);
    if (lstatSync(join(root, below)).isDirectory()) return mapsIn(root, below);
    return name.endsWith('.map') ? [join(root, below)] : [];
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
  // What is left over takes space and does no harm: the install stands.
  process.stdout.write(`nothing more was removed from node_modules: ${error.message}\n`);
}
