// Makes a fresh checkout ready: installs the locked dependencies and builds. Does nothing when both are current.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

requireNode(manifest.engines.node)
onceFor('node_modules/.installed', installInputs(), () => {
  run('npx', ['--yes', manifest.packageManager, 'install', '--frozen-lockfile', '--prefer-offline'])
})
onceFor('packages/scenewright/dist/.built', filesBelow('packages', 'schemas', 'scripts/build'), () => {
  run(process.execPath, [join('scripts', 'build.mjs')])
})

function requireNode(range) {
  const [major, minor] = range.replace('>=', '').split('.').map(Number)
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number)
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return
  console.error(`Scenewright needs Node ${range}; this is ${process.versions.node}.`)
  process.exit(2)
}

/** Runs `work` unless the stamp says that it was done for these very inputs. */
function onceFor(stamp, inputs, work) {
  const path = join(root, stamp)
  const hash = createHash('sha256')
  for (const file of inputs)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  const wanted = `${hash.digest('hex')} ${process.platform} ${process.arch}\n`
  if (existsSync(path) && readFileSync(path, 'utf8') === wanted) return
  work()
  writeFileSync(path, wanted)
}

function installInputs() {
  const manifests = ['schemas', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}`)]
  return ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests.map(folder => `${folder}/package.json`)]
}

function filesBelow(...folders) {
  return folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true })
      .map(file => `${folder}/${file}`)
      .filter(file => !/(^|\/)(node_modules|dist|generated|test)\//.test(file))
      .filter(file => /\.(ts|js|mjs|json)$/.test(file) && statSync(join(root, file)).isFile())
      .sort(),
  )
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) console.error(`${command} could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}
