import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const service = new URL('../../../packages/service/', import.meta.url)
// Where packages outside the bundle are found.
const folder = fileURLToPath(new URL(`node_modules/.cache/bench-${process.pid}`, service))

process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Bundles a file with the parts of the service that it uses into one program; returns its path. */
export async function bundled(file) {
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', service), 'utf8'))
  const outfile = join(folder, `${basename(file).replace(/\.\w+$/, '')}.mjs`)
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: Object.keys(dependencies).filter(name => !name.startsWith('@scenewright/')),
    // An ES module has no `require`, which some parts use for lazy loading.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'error',
  })
  return outfile
}
