import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { collectTexts } from './admin-texts.mjs'
import { withLock } from './install.mjs'

/** @typedef {import('esbuild').Plugin} Plugin */

/**
 * Builds the pages below `/admin/` from `admin/src` into `dist/admin`, unless that is done. An installed package has no source, and
 * comes with them built. Of several starts at once one builds and the others wait.
 * @param {string} rootDirectory
 * @returns {Promise<void>}
 */
export async function provideAdmin(rootDirectory) {
  const source = path.join(rootDirectory, 'admin', 'src')
  if (!existsSync(source)) return
  const built = path.join(rootDirectory, 'dist', 'admin')
  const hash = hashSources(rootDirectory)
  const isReady = () => readNote(built) === hash
  if (isReady()) return
  await withLock(path.join(rootDirectory, 'node_modules', 'admin.lock'), async () => {
    if (!isReady()) await build(rootDirectory, built, hash)
  })
}

/** @param {string} rootDirectory */
function hashSources(rootDirectory) {
  const hash = createHash('sha256')
  for (const place of [
    'admin/src',
    'clients/typescript/src',
    'locales',
    'package-lock.json',
    'scripts/build-admin.mjs',
    'scripts/admin-texts.mjs',
    // The colours of the pages are derived alike in the admin.
    'src/lib/accent.ts',
  ]) {
    for (const file of filesOf(path.join(rootDirectory, place))) hash.update(file).update(readFileSync(file))
  }
  return hash.digest('base64url')
}

/**
 * A file, or all files of a folder.
 * @param {string} place
 * @returns {string[]}
 */
function filesOf(place) {
  if (statSync(place).isFile()) return [place]
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' }).sort()
  return names.map((name) => path.join(place, name)).filter((file) => statSync(file).isFile())
}

/** @param {string} built */
function readNote(built) {
  try {
    return JSON.parse(readFileSync(path.join(built, 'manifest.json'), 'utf8')).hash
  } catch {
    return undefined
  }
}

/**
 * The new files are complete before they take the place of the old ones.
 * @param {string} rootDirectory
 * @param {string} built
 * @param {string} hash
 */
async function build(rootDirectory, built, hash) {
  const { build: bundle } = await import('esbuild')
  mkdirSync(path.dirname(built), { recursive: true })
  const fresh = mkdtempSync(`${built}-`)
  const { metafile } = await bundle({
    entryPoints: [path.join(rootDirectory, 'admin', 'src', 'main.tsx')],
    outdir: fresh,
    bundle: true,
    // The client of this repository, as it stands in its source.
    conditions: ['source'],
    splitting: true,
    minify: true,
    format: 'esm',
    target: ['es2023', 'chrome120', 'firefox121', 'safari17.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias: { react: 'preact/compat', 'react-dom': 'preact/compat' },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    metafile: true,
    logLevel: 'error',
    plugins: [languages(rootDirectory)],
  })
  const entries = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint?.endsWith('main.tsx'))
  const [script, { cssBundle } = { cssBundle: undefined }] = entries[0] ?? ['']
  const manifest = { hash, script: path.basename(script), style: path.basename(cssBundle ?? '') }
  writeFileSync(path.join(fresh, 'manifest.json'), `${JSON.stringify(manifest)}\n`)
  const sources = filesOf(path.join(rootDirectory, 'admin', 'src')).filter((file) => /(?<!\/texts)\.tsx?$/.test(file))
  writeFileSync(path.join(fresh, 'texts.json'), `${JSON.stringify(collectTexts(sources))}\n`)
  // A directory made for temporary files is closed to others, such as the user under which a server runs.
  chmodSync(fresh, 0o755)
  rmSync(built, { recursive: true, force: true })
  renameSync(fresh, built)
}

/**
 * `language:de` is what `locales/de.json` has for the admin.
 * @param {string} rootDirectory
 * @returns {Plugin}
 */
function languages(rootDirectory) {
  return {
    name: 'languages',
    setup(bundler) {
      bundler.onResolve({ filter: /^language:/ }, ({ path: name }) => ({ path: name.slice(9), namespace: 'language' }))
      bundler.onLoad({ filter: /.*/, namespace: 'language' }, ({ path: name }) => {
        const file = path.join(rootDirectory, 'locales', `${name}.json`)
        const { admin = {}, messages = {} } = JSON.parse(readFileSync(file, 'utf8'))
        return { contents: JSON.stringify({ admin, messages }), loader: 'json' }
      })
    },
  }
}
