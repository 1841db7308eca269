import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { temporary } from '../temporary.mjs'

/** Bundles the simulator from its present sources, with the evaluation of a bot's own messages. Resolves with the file. */
export async function bundleSimulator() {
  const outfile = join(temporary, 'simulator.cjs')
  const source = new URL('../../../packages/simulator/src/index.ts', import.meta.url)
  const contents = "export * from './index.ts'\nexport * as evaluations from './evaluations/index.ts'"
  const stdin = { contents, resolveDir: fileURLToPath(new URL('.', source)) }
  // The folder from which it loads the stemmers.
  const define = { 'import.meta.url': JSON.stringify(source.href) }
  const shared = { bundle: true, format: 'cjs', platform: 'node', target: 'node20', minify: true, logLevel: 'warning' }
  await build({ ...shared, stdin, outfile, mainFields: ['module', 'main'], define })
  return outfile
}
