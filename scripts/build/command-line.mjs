// dist/ of the package scenewright: the command line, whose parts are loaded when a command needs them, what sources and
// rule tests import, and the files that they read.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { buildStudio, bundleAnswers } from './browser.mjs'
import { writeDeclarations } from './declarations.mjs'
import { recordBundled } from './licenses.mjs'
import { bundleOptions, elsewhere, importTypeScript, requireAscii, root, without } from './shared.mjs'

const packageFolder = join(root, 'packages/scenewright')
const dist = join(packageFolder, 'dist')
const unnamedBuild = '@scenewright-build@'

export async function bundleCommandLine() {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  const entries = { ...(await libraries()), ...entryPoints }
  const options = {
    ...bundleOptions,
    define: {
      ...bundleOptions.define,
      SCENEWRIGHT_VERSION: JSON.stringify(version),
      SCENEWRIGHT_BUILD: JSON.stringify(unnamedBuild),
    },
  }
  const bundles = await Promise.all(
    Object.entries(entries).map(([name, entry]) => build({ ...options, ...entry, outfile: join(dist, `${name}.cjs`) })),
  )
  const metafiles = bundles.map(({ metafile }) => metafile)
  await nameBuild()
  await writeDeclarations(
    join(packageFolder, 'src'),
    ['authoring/index.ts', 'rule-tester/index.ts'],
    join(dist, 'types'),
  )
  await copyFiles()
  metafiles.push(await bundleAnswers(join(dist, 'page/answers.js')))
  metafiles.push(await buildStudio(join(dist, 'studio')))
  // ts-morph brings TypeScript inside its own package.
  await recordBundled(metafiles, dist, [join(root, 'node_modules/typescript')])
  warmUp()
}

/** Packages that few commands need, each in a bundle of its own: the other commands do not read it. */
async function libraries() {
  return {
    typescript: {
      stdin: { contents: "exports.ts = { ...require('./dist/typescript.js') }", resolveDir: await commonOfTsMorph() },
    },
    ajv: reexport('ajv', 'packages/compiler'),
    re2js: reexport('re2js', 'packages/compiler'),
    dagre: reexport('@dagrejs/dagre', 'packages/graph'),
    yaml: reexport('yaml', 'packages/compiler'),
    phones: reexport('libphonenumber-js', 'packages/checker'),
    ibans: reexport('ibantools', 'packages/checker'),
    ...(await stemmers()),
    undici: reexport('undici', 'packages/client'),
    mcp: { stdin: { contents: protocolOfAgents, resolveDir: packageFolder }, plugins: [without(unusedByAgents)] },
    lsp: { stdin: { contents: protocolOfEditors, resolveDir: packageFolder } },
  }
}

// One copy of zod, which the protocol brings.
const protocolOfAgents = `
  export { McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
  export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
  export { z } from 'zod'
`

/** Parts of it that the server never calls: the messages of zod in other languages than English, and the validator of forms. */
const unusedByAgents = /\/locales\/index\.js$|\/ajvProvider-[\w-]+\.mjs$/

const protocolOfEditors = `
  export * from 'vscode-languageserver'
  export { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver-protocol/node'
  export { TextDocument } from 'vscode-languageserver-textdocument'
`

/** A bundle for the stemmer of each language. */
async function stemmers() {
  const { algorithms } = await importTypeScript('packages/simulator/src/trigger/stemmer.ts')
  const library = reexport('snowball-stemmers', 'packages/simulator')
  return Object.fromEntries(
    Object.values(algorithms).map(name => [`stemmer-${name}`, { ...library, plugins: [onlyStemmer(name)] }]),
  )
}

/** An esbuild plugin: of the file with the stemmers of all languages, one is left. */
function onlyStemmer(algorithm) {
  return {
    name: 'only-stemmer',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]snowball-stemmers\.js$/ }, async ({ path }) => {
        const parts = (await readFile(path, 'utf8')).split(/^(?= {4}(?:var \w*Stemmer = |function newStemmer\())/m)
        const [before, base, ...stemmers] = parts
        const [own, ...others] = stemmers.filter(part => part.startsWith(`    var ${algorithm}Stemmer = `))
        const after = stemmers
          .at(-1)
          .replace(/^ +(\w+): \1Stemmer,?\n/gm, (line, name) => (name === algorithm ? line : ''))
        if (own === undefined || others.length > 0 || !after.includes(`${algorithm}Stemmer`)) {
          throw new Error(`snowball-stemmers has another form: the stemmer "${algorithm}" is not found in ${path}`)
        }
        return { contents: [before, base, own, after].join('') }
      })
    },
  }
}

function reexport(name, folder) {
  return { stdin: { contents: `export * from '${name}'`, resolveDir: join(root, folder) } }
}

/** An esbuild plugin: stemmers are loaded from their bundles. */
export const stemmersElsewhere = {
  name: 'stemmers-elsewhere',
  setup({ onResolve }) {
    onResolve({ filter: /\/load-stemmer\.ts$/ }, () => ({ path: join(root, 'scripts/build/load-stemmer.cjs') }))
  },
}

const entryPoints = {
  main: {
    entryPoints: [join(packageFolder, 'src/main.ts')],
    plugins: [elsewhere(separateBundles()), stemmersElsewhere],
    // Commander takes it for commands that are programs of their own. There are none, and it loads the network.
    alias: { 'node:child_process': join(root, 'scripts/build/nothing.cjs') },
  },
  'rule-tester': {
    // The main bundle contains everything that it needs.
    stdin: { contents: "exports.testRule = (...args) => require('./main.cjs').testRule(...args)" },
    external: ['./main.cjs'],
  },
  authoring: { entryPoints: [join(packageFolder, 'src/authoring/index.ts')], banner: {} },
}

export function separateBundles() {
  return {
    'ts-morph': './typescript.cjs',
    ajv: './ajv.cjs',
    re2js: './re2js.cjs',
    '@dagrejs/dagre': './dagre.cjs',
    yaml: './yaml.cjs',
    'libphonenumber-js': './phones.cjs',
    ibantools: './ibans.cjs',
    undici: './undici.cjs',
    '@modelcontextprotocol/server': './mcp.cjs',
    '@modelcontextprotocol/server/stdio': './mcp.cjs',
    zod: './mcp.cjs',
    'vscode-languageserver': './lsp.cjs',
    'vscode-languageserver-protocol/node': './lsp.cjs',
    'vscode-languageserver-textdocument': './lsp.cjs',
  }
}

/** The package in which ts-morph keeps the TypeScript that it exports as `ts`: the parser, without ts-morph's own wrappers. */
async function commonOfTsMorph() {
  const tsMorph = await realpath(join(root, 'packages/compiler/node_modules/ts-morph'))
  return dirname(createRequire(join(tsMorph, 'package.json')).resolve('@ts-morph/common/package.json'))
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

async function copyFiles() {
  await cp(join(root, 'docs/rules'), join(dist, 'docs/rules'), { recursive: true })
  for (const command of ['lab', 'diff']) {
    await cp(join(packageFolder, `src/commands/${command}/formats/page`), join(dist, 'page'), { recursive: true })
  }
  for (const name of (await readdir(join(root, 'schemas'))).filter(name => name.endsWith('.schema.json'))) {
    await cp(join(root, 'schemas', name), join(dist, 'schemas', name))
  }
}

/** A first run leaves V8's compiled code beside the bundle. */
function warmUp() {
  const args = [join(packageFolder, 'bin/scenewright.cjs'), 'check', '--format', 'json', '--no-cache']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: join(root, 'scenarios/shop'), encoding: 'utf8' })
  // Findings are an answer: the example may be under somebody's hands.
  if (status !== 0 && status !== 1) throw new Error(`the bundle does not run: ${stderr}`)
}
