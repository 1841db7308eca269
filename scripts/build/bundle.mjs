// The published command line: one file whose parts wait until a command asks for them, and what it reads at run time.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))
const packageFolder = join(root, 'packages/scenewright')
const dist = join(packageFolder, 'dist')
const unnamedBuild = '@scenewright-build@'

export async function bundle() {
  const { version, dependencies } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  const external = Object.keys(dependencies)
  const shared = {
    ...sharedOptions,
    define: {
      SCENEWRIGHT_VERSION: JSON.stringify(version),
      SCENEWRIGHT_BUILD: JSON.stringify(unnamedBuild),
      'import.meta.url': 'bundleUrl',
    },
  }
  const apart = {
    service: {
      entryPoints: [join(root, 'packages/service/src/index.ts')],
      plugins: [elsewhere({ ...ofCompiler, ...ofModels })],
    },
    models: { stdin: { contents: models, resolveDir: join(root, 'packages/service') } },
    typescript: {
      stdin: { contents: "exports.ts = { ...require('./dist/typescript.js') }", resolveDir: await commonOfTsMorph() },
    },
    ajv: { stdin: { contents: "export * from 'ajv'", resolveDir: join(root, 'packages/compiler') } },
    re2js: { stdin: { contents: "export * from 're2js'", resolveDir: join(root, 'packages/compiler') } },
    dagre: { stdin: { contents: "export * from '@dagrejs/dagre'", resolveDir: join(root, 'packages/graph') } },
    yaml: { stdin: { contents: "export * from 'yaml'", resolveDir: join(root, 'packages/compiler') } },
    phones: { stdin: { contents: "export * from 'libphonenumber-js'", resolveDir: join(root, 'packages/checker') } },
    ibans: {
      stdin: { contents: "export * from 'ibantools'", resolveDir: join(root, 'packages/checker') },
      // The names of its authors are not ASCII.
      legalComments: 'external',
    },
  }
  for (const [name, entry] of Object.entries(apart)) {
    await build({ ...shared, ...entry, outfile: join(dist, `${name}.cjs`), external })
  }
  await build({
    ...shared,
    entryPoints: [join(packageFolder, 'src/main.ts')],
    outfile: join(dist, 'main.cjs'),
    external,
    plugins: [elsewhere({ '@scenewright/service': './service.cjs', '@dagrejs/dagre': './dagre.cjs', ...ofCompiler })],
    // Commander takes it for commands that are programs of their own. There are none, and it loads the network.
    alias: { 'node:child_process': join(root, 'scripts/build/nothing.cjs') },
  })
  await build({
    ...shared,
    entryPoints: [join(packageFolder, 'src/rule-tester/index.ts')],
    outfile: join(dist, 'rule-tester.cjs'),
    external,
    plugins: [elsewhere(ofCompiler)],
  })
  await nameBuild()
  await cp(join(root, 'packages/service/src/database/pglite-worker.mjs'), join(dist, 'pglite-worker.mjs'))
  await buildWorker(join(root, 'packages/service/src/functions/untrusted-worker.mjs'))
  await cp(await databaseTemplate(external), join(dist, 'pgdata-template.tar.gz'))
  await cp(join(root, 'docs/rules'), join(dist, 'docs/rules'), { recursive: true })
  for (const report of ['lab', 'diff']) {
    await cp(join(packageFolder, `src/report/${report}/page`), join(dist, 'page'), { recursive: true })
  }
  for (const name of ['scenario', 'config', 'conversation-test']) {
    await cp(join(root, `schemas/${name}.schema.json`), join(dist, `schemas/${name}.schema.json`))
  }
  warmUp()
}

/** What the compiler and the checker load when they first need it. */
const ofCompiler = {
  'ts-morph': './typescript.cjs',
  ajv: './ajv.cjs',
  re2js: './re2js.cjs',
  yaml: './yaml.cjs',
  'libphonenumber-js': './phones.cjs',
  ibantools: './ibans.cjs',
}

/** What the service loads when it first asks a language model. */
const ofModels = { ai: './models.cjs', '@ai-sdk/openai-compatible': './models.cjs' }
const models = `
  export { APICallError, generateText, jsonSchema, RetryError, stepCountIs, tool } from 'ai'
  export { createOpenAICompatible } from '@ai-sdk/openai-compatible'
`

const sharedOptions = {
  bundle: true,
  // CommonJS, since Node 20 can keep V8's compiled code for it alone: see bin/load.cjs.
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // import() becomes a require() that waits, so that a command loads only what it needs.
  supported: { 'dynamic-import': false },
  minify: true,
  mainFields: ['module', 'main'],
  banner: { js: "const bundleUrl=require('node:url').pathToFileURL(__filename).href;" },
  logLevel: 'warning',
}

/** The package in which ts-morph keeps the TypeScript that it exports as `ts`: the parser, without ts-morph's own wrappers. */
async function commonOfTsMorph() {
  const tsMorph = await realpath(join(root, 'packages/compiler/node_modules/ts-morph'))
  return dirname(createRequire(join(tsMorph, 'package.json')).resolve('@ts-morph/common/package.json'))
}

/** The bundles are read as the plain ASCII that they are, see bin/load.cjs. */
function requireAscii(name, code) {
  const strange = /\P{ASCII}/u.exec(code)
  if (strange !== null)
    throw new Error(`${name} holds "${strange[0]}": write it as an escape in its regular expression`)
}

/** Writes into the main bundle what tells this build from every other: the hash of all bundles. */
async function nameBuild() {
  const hash = createHash('sha256')
  const bundles = (await readdir(dist)).filter(name => name.endsWith('.cjs'))
  for (const name of bundles.sort()) {
    const code = await readFile(join(dist, name), 'utf8')
    requireAscii(name, code)
    hash.update(code)
  }
  const main = join(dist, 'main.cjs')
  const build = hash.digest('hex').slice(0, unnamedBuild.length)
  await writeFile(main, (await readFile(main, 'utf8')).replaceAll(unnamedBuild, build))
}

/** Packages that are bundled into files of their own: what few commands need is not read by the others. */
function elsewhere(files) {
  return {
    name: 'elsewhere',
    setup({ onResolve }) {
      for (const [name, path] of Object.entries(files)) {
        onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path, external: true }))
      }
    },
  }
}

/** A thread of the service that stands on packages of its own. */
async function buildWorker(entry) {
  const { supported: _supported, banner: _banner, ...options } = sharedOptions
  await build({ ...options, format: 'esm', entryPoints: [entry], outfile: join(dist, basename(entry)) })
}

/**
 * The archive of a database without rows, from which the local service starts in a fifth of the time; made once a version of
 * PGlite and of the tables.
 */
async function databaseTemplate(external) {
  const { version } = JSON.parse(
    await readFile(join(packageFolder, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'),
  )
  const template = join(packageFolder, 'generated', `pgdata-${version}-${await hashOfTables()}.tar.gz`)
  if (existsSync(template)) return template
  const maker = join(dist, 'template-maker.mjs')
  await build({
    stdin: { contents: "export { createTemplate } from '@scenewright/service'", resolveDir: packageFolder },
    outfile: maker,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external,
    logLevel: 'warning',
  })
  const { createTemplate } = await import(pathToFileURL(maker))
  await mkdir(join(packageFolder, 'generated'), { recursive: true })
  await createTemplate(template)
  await rm(maker)
  return template
}

async function hashOfTables() {
  const folder = join(root, 'packages/service/src/database/migrations')
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).sort()) hash.update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

/** A first run leaves V8's compiled code beside the bundle. */
function warmUp() {
  const args = [join(packageFolder, 'bin/scenewright.cjs'), 'check', '--format', 'json', '--no-cache']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: join(root, 'scenarios/shop'), encoding: 'utf8' })
  // Findings are an answer: the example may be under somebody's hands.
  if (status !== 0 && status !== 1) throw new Error(`the bundle does not run: ${stderr}`)
}
