// Packs the extension with its server: `npm run vsix -- [file]`; the file is build/scenewright.vsix unless it is named.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
// The entry point of the package would load the login to the marketplace too, which is not installed.
import { pack } from '@vscode/vsce/out/package.js'
import { build } from 'esbuild'
import { separateBundles, stemmersElsewhere } from '../../scripts/build/command-line.mjs'
import { recordBundled } from '../../scripts/build/licenses.mjs'
import { bundleOptions, elsewhere } from '../../scripts/build/shared.mjs'

const own = fileURLToPath(new URL('.', import.meta.url))
const root = join(own, '../..')
const commandLine = join(root, 'packages/scenewright')
const nothing = join(root, 'scripts/build/nothing.cjs')

/** Writes the extension with its server to a .vsix file, and resolves with its size in bytes. */
async function packExtension(file) {
  const stage = mkdtempSync(join(tmpdir(), 'scenewright-vsix-'))
  try {
    for (const name of ['README.md', 'language-configuration.json', 'media', 'syntaxes', 'walkthrough']) {
      cpSync(join(own, name), join(stage, name), { recursive: true })
    }
    cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
    writeFileSync(join(stage, 'CHANGELOG.md'), editorChanges(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')))
    const version = writeManifest(stage)
    await bundleExtension(stage)
    await bundleServer(join(stage, 'server'), version)
    mkdirSync(dirname(file), { recursive: true })
    await pack({ cwd: stage, packagePath: file, dependencies: false })
    return statSync(file).size
  } finally {
    rmSync(stage, { recursive: true })
  }
}

/** The entries of the changelog about editors: all of them would be a twentieth of the extension. */
function editorChanges(changelog) {
  const [head, ...sections] = changelog.split(/^(?=## )/m)
  const shown = sections.map(section => {
    const [title, ...entries] = section.trim().split(/\n+(?=- )/)
    return [title, '', ...entries.filter(entry => aboutEditors.test(entry)), ''].join('\n')
  })
  const { repository } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
  const address = repository.url.replace(/^git\+|\.git$/g, '')
  return [head.trim(), '', ...shown, `All changes of Scenewright: ${address}/blob/main/CHANGELOG.md`, ''].join('\n')
}

const aboutEditors = /language server|editor|VS Code|extension|`lsp`/i

/** The packed manifest has the version of the command line, and nothing of the build. */
function writeManifest(stage) {
  const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(commandLine, 'package.json'), 'utf8'))
  const { private: _private, type: _type, devDependencies: _development, ...kept } = manifest
  const packed = { ...kept, version, main: './extension.cjs', files: ['**'] }
  writeFileSync(join(stage, 'package.json'), JSON.stringify(packed, undefined, 2))
  return version
}

async function bundleExtension(stage) {
  mkdirSync(join(stage, 'licenses'))
  const { metafile } = await build({
    ...bundleOptions,
    entryPoints: [join(own, 'src/extension.ts')],
    outfile: join(stage, 'extension.cjs'),
    external: ['vscode'],
    absWorkingDir: root,
  })
  await recordBundled([metafile], join(stage, 'licenses'))
  rmSync(join(stage, 'generated'), { recursive: true })
}

/**
 * The built command line with one command, `lsp`, and the libraries that it loads. The name of the build, which caches
 * have, is that of the code.
 */
async function bundleServer(folder, version) {
  const unnamed = '@build@'
  const { metafile, outputFiles } = await build({
    ...bundleOptions,
    define: {
      ...bundleOptions.define,
      SCENEWRIGHT_VERSION: JSON.stringify(version),
      SCENEWRIGHT_BUILD: JSON.stringify(unnamed),
    },
    entryPoints: [join(commandLine, 'src/main.ts')],
    outfile: join(folder, 'dist/main.cjs'),
    write: false,
    plugins: [onlyCommand('lsp'), elsewhere(separateBundles()), stemmersElsewhere],
    alias: { 'node:child_process': nothing },
  })
  const [{ text }] = outputFiles
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16)
  mkdirSync(join(folder, 'dist'), { recursive: true })
  writeFileSync(join(folder, 'dist/main.cjs'), text.replaceAll(unnamed, name))
  const [{ imports }] = Object.values(metafile.outputs)
  const stemmers = readdirSync(join(commandLine, 'dist')).filter(file => /^stemmer-.*\.cjs$/.test(file))
  const libraries = new Set([
    ...imports.map(({ path }) => path).filter(path => /^\.\/.*\.cjs$/.test(path)),
    ...stemmers,
  ])
  for (const library of libraries) cpSync(join(commandLine, 'dist', library), join(folder, 'dist', library))
  cpSync(join(commandLine, 'dist/THIRD_PARTY_LICENSES'), join(folder, 'dist/THIRD_PARTY_LICENSES'))
  cpSync(join(commandLine, 'bin'), join(folder, 'bin'), { recursive: true })
}

/** An esbuild plugin: of the commands, which are loaded by import(), one is bundled. */
function onlyCommand(name) {
  const isOther = ({ importer, path }) => importer.endsWith('/commands/index.ts') && !path.startsWith(`./${name}/`)
  return {
    name: 'only-command',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\// }, args =>
        isOther(args) && /dynamic|require/.test(args.kind) ? { path: nothing } : undefined,
      )
    },
  }
}

const file = resolve(process.argv[2] ?? join(root, 'build/scenewright.vsix'))
console.log(`${file}  ${((await packExtension(file)) / 1000).toFixed(0)} KB`)
