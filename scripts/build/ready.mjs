// Makes a checkout ready: installs the locked dependencies and builds. Does nothing when both are current.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './processes.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

export async function makeReady() {
  requireNode(manifest.engines.node)
  await onceFor(['node_modules/.installed'], installInputs(), () =>
    run('npx', ['--yes', manifest.packageManager, 'install', '--frozen-lockfile', '--prefer-offline'], quietly),
  )
  await onceFor(['packages/scenewright/dist/.built', 'packages/scenewright-service/dist/.built'], buildInputs(), () =>
    run(process.execPath, ['scripts/build.mjs'], quietly),
  )
}

/** Progress belongs on standard error: standard output is the command's own. */
const quietly = { cwd: root, stdio: ['ignore', process.stderr, process.stderr] }

function requireNode(range) {
  const [major, minor] = range.replace('>=', '').split('.').map(Number)
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number)
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return
  console.error(`Scenewright needs Node ${range}; this is ${process.versions.node}.`)
  process.exit(2)
}

/** Does the work unless every stamp says that it was done for these very inputs. */
async function onceFor(stamps, inputs, work) {
  const paths = stamps.map(stamp => join(root, stamp))
  const hash = createHash('sha256')
  for (const file of inputs)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  const wanted = `${hash.digest('hex')} ${process.platform} ${process.arch}\n`
  if (paths.every(path => existsSync(path) && readFileSync(path, 'utf8') === wanted)) return
  await work()
  for (const path of paths) writeFileSync(path, wanted)
}

function installInputs() {
  const manifests = [
    'schemas',
    'editors/vscode',
    'site',
    ...readdirSync(join(root, 'packages')).map(name => `packages/${name}`),
  ]
  return ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests.map(folder => `${folder}/package.json`)]
}

function buildInputs() {
  return ['packages', 'schemas', 'docs/rules', 'scripts/build'].flatMap(folder => filesBelow(folder).sort())
}

/** Never looks into node_modules, where links lead round and round. */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return /^(node_modules|dist|generated|test|.+\.(in)?valid)$/.test(entry.name) ? [] : filesBelow(path)
    return /\.(tsx?|css|js|cjs|mjs|json|md)$/.test(entry.name) && statSync(join(root, path)).isFile() ? [path] : []
  })
}
