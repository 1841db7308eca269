import { createRequire } from 'node:module'

// The files of bin/ are found from the bundle in dist/ and from this source: both are one folder below the package.

interface Loader {
  loadFile(file: string): unknown
}

interface Importer {
  importModule(url: string): Promise<{ readonly [name: string]: unknown }>
}

/** The file that a worker thread of the command line runs; `work.ts` defines the work. */
export const workerEntry = new URL('../bin/worker.cjs', import.meta.url)

/** Executes the module at a URL, an ES module or CommonJS, and resolves with its exports. */
export async function importModule(url: string): Promise<{ readonly [name: string]: unknown }> {
  const importer = createRequire(import.meta.url)('../bin/import.cjs') as Importer
  return importer.importModule(url)
}

/** The exports of a bundle of another package, which is loaded like the bundles of this one: with its compiled code. */
export function loadBundle(file: string): unknown {
  const loader = createRequire(import.meta.url)('../bin/load.cjs') as Loader
  return loader.loadFile(file)
}
