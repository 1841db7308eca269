// Packs the extension with its server: `npm run vsix -- [file]`; the file is build/scenewright.vsix unless it is named.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
// The entry point of the package would load the login to the marketplace too, which is not installed.
import { pack } from '@vscode/vsce/out/package.js'
import { build } from 'esbuild'

const own = fileURLToPath(new URL('.', import.meta.url))
const root = join(own, '../..')
const commandLine = join(root, 'packages/scenewright')

/** Of the package scenewright, what the language server loads. */
const serverParts = {
  bin: ['load.cjs', 'import.cjs', 'scenewright.cjs', 'thread.cjs'],
  dist: [
    'main.cjs',
    'typescript.cjs',
    'yaml.cjs',
    'ajv.cjs',
    're2js.cjs',
    'dagre.cjs',
    'phones.cjs',
    'ibans.cjs',
    'stemmers.cjs',
  ],
}

/**
 * Writes the extension to a .vsix file, from the built command line. Resolves with its size in bytes: of the whole, and
 * of TypeScript, which only sources in TypeScript need.
 */
export async function packExtension(file) {
  const stage = mkdtempSync(join(tmpdir(), 'scenewright-vsix-'))
  try {
    await fill(stage)
    mkdirSync(dirname(file), { recursive: true })
    await pack({ cwd: stage, packagePath: file, dependencies: false, allowMissingRepository: false })
    return statSync(file).size
  } finally {
    rmSync(stage, { recursive: true })
  }
}

async function fill(stage) {
  for (const name of ['README.md', 'language-configuration.json', 'media', 'syntaxes', 'walkthrough']) {
    cpSync(join(own, name), join(stage, name), { recursive: true })
  }
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(stage, name))
  writeManifest(stage)
  await build({
    entryPoints: [join(own, 'src/extension.ts')],
    outfile: join(stage, 'extension.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    external: ['vscode'],
    legalComments: 'none',
    logLevel: 'warning',
  })
  for (const [folder, names] of Object.entries(serverParts)) {
    for (const name of names) {
      if (!existsSync(join(commandLine, folder, name))) continue
      cpSync(join(commandLine, folder, name), join(stage, 'server', folder, name))
    }
  }
}

/** The packed manifest has the version of the command line, and nothing of the build. */
function writeManifest(stage) {
  const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(commandLine, 'package.json'), 'utf8'))
  const { private: _private, type: _type, devDependencies: _development, ...kept } = manifest
  writeFileSync(
    join(stage, 'package.json'),
    JSON.stringify({ ...kept, version, main: './extension.cjs', files: ['**'] }, undefined, 2),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = resolve(process.argv[2] ?? join(root, 'build/scenewright.vsix'))
  const size = await packExtension(file)
  console.log(`${file}  ${(size / 1000).toFixed(0)} KB`)
}
