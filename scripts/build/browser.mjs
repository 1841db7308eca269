// What runs in a browser: the script of `diff --interactive`, the playground, and the studio.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { importTypeScript, root, without } from './shared.mjs'

const folder = join(root, 'packages/scenewright/src/browser')

const options = {
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
}

/** Bundles the script of the page on which two bots answer; returns the metafile. */
export async function bundleAnswers(outfile) {
  const { metafile } = await build({ ...options, entryPoints: [join(folder, 'answers.js')], outfile, format: 'iife' })
  return metafile
}

/**
 * Imported by modules that a page uses, and never called there: the disk, and the languages and libraries of sources
 * that a page does not read.
 */
const unused = /^(?:node:.*|ts-morph|ajv|ajv\/.*|re2js|@dagrejs\/dagre|.*\/parse-typescript\.ts)$/

/** Writes the playground into a folder. */
export async function buildPlayground(outdir) {
  await build({
    ...options,
    entryPoints: [join(folder, 'playground/playground.js')],
    outdir,
    // A part that few sources need is loaded when it is needed.
    format: 'esm',
    splitting: true,
    chunkNames: 'part-[hash]',
    plugins: [without(unused)],
  })
  const { playgroundFiles } = await importTypeScript('packages/scenewright/src/browser/playground/page.ts')
  await mkdir(outdir, { recursive: true })
  const files = playgroundFiles(await readFile(join(folder, 'playground/playground.css'), 'utf8'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(outdir, name), content)
}

/**
 * Writes the page of `scenewright studio` into a folder; returns the metafile. `studio.js` and `studio.css` are loaded
 * first, the editor of sources is a part of its own.
 */
export async function buildStudio(outdir) {
  const { metafile } = await build({
    ...options,
    entryPoints: [join(folder, 'studio/studio.tsx')],
    outdir,
    format: 'esm',
    splitting: true,
    chunkNames: 'part-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: {},
  })
  const { pageStyle } = await importTypeScript('packages/scenewright/src/render/html-page.ts')
  const { outputFiles } = await build({ ...options, entryPoints: [join(folder, 'studio/studio.css')], write: false })
  await writeFile(join(outdir, 'studio.css'), pageStyle + outputFiles[0].text)
  return metafile
}
