import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { wallTime } from '../measure.mjs'
import { yamlProject } from '../projects.mjs'
import { runNode } from '../run-node.mjs'
import { cachedCall, cachedCheck, emptyNode } from '../scenewright.mjs'
import { temporary } from '../temporary.mjs'

/** How long a person waits for the list and the first flow, from the start of the command on. */
function firstFlow(files, bounds) {
  return {
    name: `list and first flow of studio, with a warm cache, ${files.toLocaleString('en')} files ÷ node -e 0`,
    ...bounds,
    async prepare() {
      const { server } = await prepared(files)
      const measure = () => withStudio(server, ({ get, time }) => openFirst(get).then(time))
      return { sides: [measure, () => wallTime(emptyNode)] }
    },
  }
}

/** How long a person waits for the answer to a message, with its scores and its walk. The bot is ready. */
const trace = {
  name: 'answer of studio to a message, 1,000 files ÷ node -e 0',
  must: 2.5,
  aim: 0.5,
  rounds: { full: 15, quick: 5 },
  async prepare() {
    const { server } = await prepared(1000)
    const measure = () =>
      withStudio(server, async ({ post }) => {
        await post('/api/chat', { messages: ['good morning'] })
        const started = process.hrtime.bigint()
        const { turns } = await post('/api/chat', { messages: ['where is my refund'] })
        if (turns.length !== 1) throw new Error('studio does not answer')
        return since(started)
      })
    return { sides: [measure, () => wallTime(emptyNode)] }
  },
}

/** The bounds are 500 ms and 1.5 s where an empty program takes 40 ms. */
export const studio = [
  firstFlow(1000, { must: 12.5, aim: 8, rounds: { full: 15, quick: 5 } }),
  firstFlow(10_000, { must: 37, aim: 25, rounds: { full: 5, quick: 3 } }),
  trace,
]

async function prepared(files) {
  const project = await yamlProject(files)
  const cache = join(temporary, `cache-studio-${files}`)
  await runNode(cachedCheck(project, cache))
  await runNode(cachedCheck(project, cache))
  return { server: cachedCall(project.folder, cache, 'studio', '--no-open', '--format', 'json') }
}

async function openFirst(get) {
  const { scenarios } = await get('/api/project')
  const { picture } = await get(`/api/scenario?key=${encodeURIComponent(scenarios[0].key)}`)
  if (picture.nodes.length === 0) throw new Error('studio draws no flow')
}

/** Starts a studio, measures, and ends it. */
async function withStudio({ args, cwd, env }, measure) {
  const started = process.hrtime.bigint()
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise(resolve => child.once('close', resolve))
  try {
    for await (const line of createInterface(child.stdout)) {
      const { origin, hash } = new URL(JSON.parse(line).url)
      const headers = { authorization: `Bearer ${hash.slice('#token='.length)}` }
      const ask = async (path, more) => (await fetch(origin + path, { headers, ...more })).json()
      const own = { ...headers, origin, 'content-type': 'application/json' }
      const post = (path, body) => ask(path, { method: 'POST', headers: own, body: JSON.stringify(body) })
      return await measure({ get: ask, post, time: () => since(started) })
    }
    throw new Error('studio does not start')
  } finally {
    child.kill('SIGINT')
    await ended
  }
}

function since(started) {
  return Number(process.hrtime.bigint() - started) / 1e6
}
