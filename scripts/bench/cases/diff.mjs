import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wallTime } from '../measure.mjs'
import { yamlProject } from '../projects.mjs'
import { runNode } from '../run-node.mjs'
import { scenewright } from '../scenewright.mjs'
import { temporary } from '../temporary.mjs'

const files = 1000
const touched = 10
const replayed = 10_000
const rounds = { full: 21, quick: 5 }

/** The cost of showing how a change affects customers; git reads both trees too. */
export const diff = [
  {
    name: `diff of two folders, ${touched} of ${files.toLocaleString('en')} scenarios changed ÷ git diff of them`,
    must: 3.5,
    aim: 2.5,
    rounds,
    async prepare() {
      const [before, after] = await twoFolders()
      const call = { args: [scenewright, 'diff', '--no-behaviour', '--format', 'json', before, after], cwd: temporary }
      await requireAllFound(call)
      return { sides: [() => wallTime(call), () => gitTime(before, after)] }
    },
  },
  {
    name: `diff of two revisions, ${touched} of ${files.toLocaleString('en')} scenarios changed ÷ git diff of two folders`,
    // Seven git processes, each with its start-up time.
    must: 3.5,
    aim: 2.5,
    rounds,
    async prepare() {
      const [before, after] = await twoFolders()
      const cwd = repository(before, after)
      const call = { args: [scenewright, 'diff', '--no-behaviour', '--format', 'json', 'HEAD~1..HEAD'], cwd }
      await requireAllFound(call)
      return { sides: [() => wallTime(call), () => gitTime(before, after)] }
    },
  },
  {
    name: `replay of ${replayed.toLocaleString('en')} messages on both sides of that diff, beyond the bots' own texts, s`,
    must: 10,
    aim: 5,
    rounds: { full: 5, quick: 1 },
    async prepare() {
      const [before, after] = await twoFolders()
      const own = { args: [scenewright, 'diff', '--format', 'json', before, after], cwd: temporary }
      const all = { ...own, args: [...own.args, '--messages', writeMessages(before)] }
      return {
        sides: [() => wallTime(all), () => wallTime(own)],
        ratio: ([withMessages, without]) => (withMessages - without) / 1000,
      }
    },
  },
]

let made

function twoFolders() {
  made ??= makeFolders()
  return made
}

async function makeFolders() {
  const { folder } = await yamlProject(files)
  const after = join(temporary, 'diff-after')
  cpSync(folder, after, { recursive: true })
  const sources = readdirSync(after, { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.scenario\.yaml$/.test(name),
  )
  for (const name of sources.sort().filter((_name, index) => index % (files / touched) === 0)) {
    const text = readFileSync(join(after, name), 'utf8')
    writeFileSync(join(after, name), text.replace(/^title: .*$/m, 'title: Another'))
  }
  return [folder, after]
}

function repository(before, after) {
  const folder = join(temporary, 'diff-repository')
  cpSync(before, folder, { recursive: true })
  git(folder, 'init', '--quiet')
  commit(folder)
  cpSync(after, folder, { recursive: true })
  commit(folder)
  return folder
}

function commit(folder) {
  git(folder, 'add', '--all')
  git(folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'a')
}

function git(cwd, ...args) {
  const { status, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
}

async function requireAllFound(call) {
  const { scenarios } = JSON.parse(await runNode(call, 'pipe'))
  if (scenarios.length !== touched) throw new Error(`the diff finds ${scenarios.length} scenarios, not ${touched}`)
}

/** In milliseconds. It exits with 1 if anything differs. */
function gitTime(before, after) {
  const started = process.hrtime.bigint()
  const { status } = spawnSync('git', ['diff', '--no-index', before, after], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 1) throw new Error(`git diff ended with ${status}`)
  return Number(process.hrtime.bigint() - started) / 1e6
}

/** Messages as customers might have written them: the examples with other words around them, each once. */
function writeMessages(folder) {
  const examples = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.scenario\.yaml$/.test(name))
    .sort()
    .flatMap(name => [...readFileSync(join(folder, name), 'utf8').matchAll(/^ {2}- (.+)$/gm)].map(([, text]) => text))
  const messages = Array.from(
    { length: replayed },
    (_, index) => `hello ${examples[index % examples.length]} no ${index}`,
  )
  const path = join(temporary, 'diff-messages.txt')
  writeFileSync(path, `${messages.join('\n')}\n`)
  return path
}
