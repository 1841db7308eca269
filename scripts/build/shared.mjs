// What the bundles of both published packages have in common.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export const bundleOptions = {
  bundle: true,
  // CommonJS, since Node 20 can keep V8's compiled code for it alone: see packages/scenewright/bin/load.cjs.
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // import() becomes a require() that waits, so that a command loads only what it needs.
  supported: { 'dynamic-import': false },
  minify: true,
  mainFields: ['module', 'main'],
  define: { 'import.meta.url': 'bundleUrl' },
  // With these spaces publint sees that a minified file is CommonJS, whatever texts it has.
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  // dist/THIRD_PARTY_LICENSES holds them all.
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
}

/** bin/load.cjs of the command line reads the bundles as ASCII. */
export function requireAscii(name, code) {
  const strange = /\P{ASCII}/u.exec(code)
  if (strange !== null)
    throw new Error(`${name} holds "${strange[0]}": write it as an escape in its regular expression`)
}

/** An esbuild plugin: the packages named by `files` are bundled into files of their own, which are loaded when they are needed. */
export function elsewhere(files) {
  return {
    name: 'elsewhere',
    setup({ onResolve }) {
      for (const [name, path] of Object.entries(files)) {
        onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path, external: true }))
      }
    },
  }
}

/** An esbuild plugin: modules whose names match are left out. They are imported, and never called. */
export function without(filter) {
  return {
    name: 'without',
    setup({ onResolve }) {
      onResolve({ filter }, () => ({ path: join(root, 'scripts/build/nothing.cjs') }))
    },
  }
}

/** Imports a module of the repository: Node runs no TypeScript. */
export async function importTypeScript(path) {
  const { outputFiles } = await build({
    bundle: true,
    entryPoints: [join(root, path)],
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'warning',
  })
  const [{ text }] = outputFiles
  return import(`data:text/javascript,${encodeURIComponent(text)}`)
}
