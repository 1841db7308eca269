// `node scripts/upgrade-fixture.mjs`: writes the data of a service of the current version to
// packages/service/test/upgrade/fixtures, for the tests that open it with later versions. Needs PostgreSQL.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { run } from './build/processes.mjs'
import { makeReady } from './build/ready.mjs'

const service = fileURLToPath(new URL('../packages/service/', import.meta.url))
const outdir = join(service, 'node_modules/.cache/upgrade-fixture')

await makeReady()
// Node 20 reads no TypeScript, and the threads of the service are searched next to its bundle.
await build({
  entryPoints: [
    join(service, 'test/upgrade/create-fixture.ts'),
    join(service, 'src/resources/functions/untrusted-worker.mjs'),
  ],
  outdir,
  entryNames: '[name]',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['@electric-sql/pglite', 'pg-native'],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'error',
})
copyFileSync(join(service, 'src/database/pglite-worker.mjs'), join(outdir, 'pglite-worker.mjs'))
await run(process.execPath, [join(outdir, 'create-fixture.mjs'), join(service, 'test/upgrade/fixtures')])
