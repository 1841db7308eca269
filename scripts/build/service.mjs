// dist/ of the package scenewright-service: the service, its worker files, and the database that it starts from.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { recordBundled } from './licenses.mjs'
import { bundleOptions, elsewhere, requireAscii, root } from './shared.mjs'

const packageFolder = join(root, 'packages/scenewright-service')
const source = join(root, 'packages/service/src')
const dist = join(packageFolder, 'dist')

export async function bundleService() {
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  const { dependencies } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const external = [...Object.keys(dependencies), ...optionalParts]
  const bundles = {
    service: {
      entryPoints: [join(source, 'index.ts')],
      plugins: [
        elsewhere({
          ai: './models.cjs',
          '@ai-sdk/openai-compatible': './models.cjs',
          './open-telemetry.ts': './traces.cjs',
        }),
      ],
    },
    models: { stdin: { contents: models, resolveDir: join(root, 'packages/service') } },
    // Loaded only by a service that exports traces.
    traces: { entryPoints: [join(source, 'tracing/open-telemetry.ts')] },
  }
  const metafiles = await Promise.all(
    Object.entries(bundles).map(async ([name, entry]) => {
      const outfile = join(dist, `${name}.cjs`)
      const { metafile } = await build({ ...bundleOptions, ...entry, outfile, external })
      requireAscii(outfile, await readFile(outfile, 'utf8'))
      return metafile
    }),
  )
  metafiles.push(await buildWorker(join(source, 'resources/functions/untrusted-worker.mjs')))
  await cp(join(source, 'database/pglite-worker.mjs'), join(dist, 'pglite-worker.mjs'))
  await recordBundled(metafiles, dist)
  await cp(await databaseTemplate(), join(dist, 'pgdata-template.tar.gz'))
}

/** What pg loads where it is installed and asked for: neither is true here. */
const optionalParts = ['pg-native', 'pg-cloudflare']

/** What the service loads when it first asks a language model. */
const models = `
  export { APICallError, generateText, jsonSchema, RetryError, stepCountIs, tool, wrapLanguageModel } from 'ai'
  export { createOpenAICompatible } from '@ai-sdk/openai-compatible'
`

/** A thread of the service that needs packages of its own. */
async function buildWorker(entry) {
  const { supported: _supported, banner: _banner, define: _define, ...options } = bundleOptions
  const { metafile } = await build({
    ...options,
    format: 'esm',
    entryPoints: [entry],
    outfile: join(dist, basename(entry)),
  })
  return metafile
}

/**
 * The archive of a database without rows, from which the local service starts in a fifth of the time. It is made once for
 * a version of PGlite and of the tables.
 */
async function databaseTemplate() {
  const { version } = JSON.parse(
    await readFile(join(packageFolder, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'),
  )
  const template = join(packageFolder, 'generated', `pgdata-${version}-${await hashOfDatabase()}.tar.gz`)
  if (existsSync(template)) return template
  const { createTemplate } = createRequire(import.meta.url)(join(dist, 'service.cjs'))
  await mkdir(join(packageFolder, 'generated'), { recursive: true })
  await createTemplate(template)
  return template
}

async function hashOfDatabase() {
  const folder = join(source, 'database')
  const migrations = (await readdir(join(folder, 'migrations'))).map(name => `migrations/${name}`)
  const hash = createHash('sha256')
  for (const name of ['template.ts', ...migrations.sort()]) hash.update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}
