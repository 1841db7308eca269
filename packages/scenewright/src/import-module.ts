import { createRequire } from 'node:module'

interface Importer {
  importModule(url: string): Promise<{ readonly [name: string]: unknown }>
}

/** Executes the module at a URL, an ES module or CommonJS, and promises what it exports. */
export async function importModule(url: string): Promise<{ readonly [name: string]: unknown }> {
  // A file of our own, which exports just that.
  const importer = createRequire(import.meta.url)('../bin/import.cjs') as Importer
  return importer.importModule(url)
}
