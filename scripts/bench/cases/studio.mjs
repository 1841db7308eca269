import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { wallTime } from '../measure.mjs'
import { firstScenario, yamlProject } from '../projects.mjs'
import { runNode } from '../run-node.mjs'
import { cachedCall, cachedCheck, emptyNode } from '../scenewright.mjs'
import { temporary } from '../temporary.mjs'

const { chromium } = createRequire(new URL('../../../packages/scenewright/package.json', import.meta.url))(
  'playwright-core',
)

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

/** How long it takes until a page hears of a source that an editor has saved. */
const live = {
  name: 'change of a file until a page of studio hears of it, 1,000 files ÷ node -e 0',
  must: 3.75,
  aim: 2,
  rounds: { full: 15, quick: 5 },
  async prepare() {
    const { server } = await prepared(1000)
    const file = firstScenario(server.cwd)
    const original = readFileSync(file, 'utf8')
    const measure = () =>
      withStudio(server, async ({ get, events }) => {
        const next = await events()
        await next('ready')
        await get('/api/project')
        const started = process.hrtime.bigint()
        writeFileSync(file, original.replace('title: ', 'title: New '))
        await next('changed')
        const time = since(started)
        writeFileSync(file, original)
        return time
      })
    return { sides: [measure, () => wallTime(emptyNode)] }
  },
}

const nodesOfBigFlow = 500

/** The longest time for which the page reacts to nothing else while a person moves a big flow with the mouse. */
const pan = {
  name: `longest task of studio while a flow of ${nodesOfBigFlow} nodes is moved ÷ node -e 0`,
  must: 1.25,
  aim: 0.5,
  rounds: { full: 7, quick: 3 },
  async prepare() {
    const folder = join(temporary, 'studio-big-flow')
    writeBigFlow(folder)
    const server = cachedCall(
      folder,
      join(temporary, 'cache-studio-big-flow'),
      'studio',
      '--no-open',
      '--format',
      'json',
    )
    const measure = () => withStudio(server, ({ url }) => longestTask(url))
    return { sides: [measure, () => wallTime(emptyNode)] }
  },
}

function writeBigFlow(folder) {
  const nodes = Array.from({ length: nodesOfBigFlow - 1 }, (_none, index) => {
    const next = [...new Set([index + 1, Math.min(index + 7, nodesOfBigFlow - 1)])].map(number => `step_${number}`)
    return `    step_${index}: { text: Step ${index}., next: [${next.join(', ')}] }\n`
  })
  mkdirSync(join(folder, 'scenarios'), { recursive: true })
  writeFileSync(join(folder, 'scenewright.config.yaml'), 'bot: {}\n')
  writeFileSync(
    join(folder, 'scenarios/big.scenario.yaml'),
    `title: Big\ntrigger_description: A big flow.\nexamples: [big]\nflow:\n  nodes:\n${nodes.join('')}    step_${nodesOfBigFlow - 1}: END\n`,
  )
}

async function longestTask(url) {
  const executablePath = process.env.SCENEWRIGHT_TEST_CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(url)
    await page.getByRole('list', { name: 'Scenarios' }).getByRole('link').click()
    const picture = page.getByLabel('Picture of the flow')
    await picture.locator('svg').waitFor()
    const { x, y, width, height } = await picture.boundingBox()
    await page.evaluate(watchTasks)
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    for (let step = 0; step < 100; step += 1) {
      await page.mouse.move(x + width / 2 + 200 * Math.sin(step / 5), y + height / 2 + 200 * Math.cos(step / 5))
    }
    await page.mouse.up()
    return await page.evaluate('longest')
  } finally {
    await browser.close()
  }
}

/** Runs in the page: a message to itself arrives as soon as no task runs. */
const watchTasks = `
  longest = 0
  let last = performance.now()
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    port2.postMessage(0)
  }
  port2.postMessage(0)
`

/** The bounds are 500 ms, 1.5 s, 100 ms, 150 ms and 50 ms where an empty program takes 40 ms. */
export const studio = [
  firstFlow(1000, { must: 12.5, aim: 8, rounds: { full: 15, quick: 5 } }),
  firstFlow(10_000, { must: 37, aim: 25, rounds: { full: 5, quick: 3 } }),
  trace,
  live,
  pan,
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
      const events = async () => eventsOf(await fetch(`${origin}/api/events`, { headers }))
      return await measure({ url: JSON.parse(line).url, get: ask, post, events, time: () => since(started) })
    }
    throw new Error('studio does not start')
  } finally {
    child.kill('SIGINT')
    await ended
  }
}

/** A function that resolves when an event of a type has come. */
function eventsOf({ body }) {
  const lines = createInterface(Readable.fromWeb(body))[Symbol.asyncIterator]()
  return async type => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`studio sends no "${type}"`)
      if (value !== '' && JSON.parse(value).type === type) return
    }
  }
}

function since(started) {
  return Number(process.hrtime.bigint() - started) / 1e6
}
