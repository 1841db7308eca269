import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEditor } from '../lsp/client.mjs'
import { openDocument, slowest, slowKey } from '../lsp/document.mjs'
import { languageServers, openPeer } from '../lsp/peers.mjs'
import { yamlProject } from '../projects.mjs'
import { runNode } from '../run-node.mjs'
import { scenewright } from '../scenewright.mjs'

const few = { full: 3, quick: 1 }
/** As in `open-live.ts`. */
const idleTime = 250
const behindTarget = 'next: step_5'
const warmed = new Map()

/**
 * How long an editor waits for the language server, in milliseconds instead of a ratio: people notice from 100 on. The
 * figure of a round is the time that 95 of 100 answers take at most.
 */
export const lsp = [
  keyCase({ files: 1000, must: 15, aim: 8 }),
  keyCase({ files: 10_000, must: 40, aim: 20 }),
  ...['completion', 'hover', 'definition'].flatMap(method => [
    answerCase({ method, files: 1000, must: 10, aim: 3 }),
    answerCase({ method, files: 10_000, must: 10, aim: 5 }),
  ]),
  answerCase({ method: 'rename', files: 10_000, must: 300, aim: 50 }),
  triggerCase({ files: 1000, must: 300, aim: 150, changes: 10 }),
  triggerCase({ files: 10_000, must: 2000, aim: 1000, changes: 3 }),
  {
    ...serverCase(10_000, 'ms until lsp is ready, warm cache', readyTime),
    must: 1000,
    aim: 600,
    rounds: { full: 7, quick: 3 },
  },
  {
    ...serverCase(10_000, 'MB of peak memory of lsp, warm cache, 100 keys and a pause', memoryOf),
    must: 300,
    aim: 200,
    rounds: { full: 3, quick: 1 },
  },
  {
    ...serverCase(10_000, 'MB of peak memory of lsp, warm cache, 3 changed examples', memoryAfterChanges),
    must: 300,
    aim: 250,
    rounds: { full: 3, quick: 1 },
  },
  ...languageServers.map(peerCase),
]

function keyCase({ files, ...bounds }) {
  const measure = project =>
    withServer(project, async ({ document }) => {
      await slowKey(document, behindTarget, 20)
      return slowKey(document, behindTarget)
    })
  return { ...serverCase(files, 'ms from a key to the findings at once, p95', measure), ...bounds, rounds: few }
}

function answerCase({ method, files, ...bounds }) {
  const measure = project =>
    withServer(project, async ({ document }) => {
      const after = document.after(behindTarget)
      const position = { ...after, character: after.character - 1 }
      const times = []
      for (let count = 0; count < 120; count += 1) {
        const began = performance.now()
        const answer = await document.ask(method, { position, newName: 'renamed' })
        if (count >= 20) times.push(performance.now() - began)
        if (answer === null) throw new Error(`lsp does not answer ${method}`)
      }
      return slowest(times)
    })
  return { ...serverCase(files, `ms of ${method}, p95`, measure), ...bounds, rounds: few }
}

/** How long an author reads an opened file before changing it, in milliseconds. */
const readingTime = 3000

/**
 * The time from a changed example to findings about triggers in its source, without the idle time before the comparison.
 * Not counted is the first change, for which the server prepares the bot of a large project.
 */
function triggerCase({ files, changes, ...bounds }) {
  const measure = project =>
    withServer(project, async server => {
      await new Promise(resolve => setTimeout(resolve, readingTime))
      return slowest((await changeExamples(server, changes)).slice(1))
    })
  return { ...serverCase(files, 'ms from a changed example to trigger findings, p95', measure), ...bounds, rounds: few }
}

/** Changes examples, one after the other; resolves with the times to the findings. */
async function changeExamples({ document, text }, changes) {
  const [own, other] = itemsBelow('examples:', text)
  const [excluded] = itemsBelow('exclusions:', text)
  const after = document.after(own)
  const start = { ...after, character: after.character - own.length }
  const line = after.line + 1
  let character = document.after(other).character
  const times = []
  for (let count = 0; count <= changes; count += 1) {
    const isFound = count % 2 === 0
    // The next example is another one each time, so that no state occurs twice.
    const next = `${isFound ? excluded : own}\n  - ${other} ${count}`
    const published = document.published(list => list.some(({ code }) => code.startsWith('trigger/')) === isFound)
    const began = performance.now()
    document.change({ start, end: { line, character } }, next)
    character = next.split('\n')[1].length
    await published
    times.push(performance.now() - began - idleTime)
  }
  return times
}

/** The items of a list in a generated source. */
function itemsBelow(field, text) {
  const [, items] = new RegExp(`^${field}\\n((?:  - .*\\n)+)`, 'm').exec(text)
  return items
    .trimEnd()
    .split('\n')
    .map(line => line.slice('  - '.length))
}

function serverCase(files, what, measure) {
  return {
    name: `${what}, ${files.toLocaleString('en')} files`,
    async prepare() {
      const project = await warmedProject(files)
      return { sides: [() => measure(project)], ratio: ([figure]) => figure }
    },
  }
}

/** A project whose cache is that of its own folder: the server reads no other. */
async function warmedProject(files) {
  const project = await yamlProject(files)
  if (!warmed.has(files)) warmed.set(files, warm(project))
  await warmed.get(files)
  return project
}

async function warm({ folder }) {
  const check = { args: [scenewright, 'check', '--quiet'], cwd: folder }
  await runNode(check)
  await runNode(check)
}

/** Runs work in an editor with one scenario open, once its findings are complete. */
async function withServer({ folder }, work) {
  const began = performance.now()
  const editor = await startEditor({ args: [scenewright, 'lsp', '--stdio'], cwd: folder })
  const file = join(folder, 'scenarios/group-3/case-303.scenario.yaml')
  const compared = editor.next(isEndOf('comparing triggers'))
  const text = readFileSync(file, 'utf8')
  const document = openDocument(editor, { file, text, languageId: 'scenewright' })
  await document.ask('documentSymbol')
  const ready = performance.now() - began
  try {
    await compared
    return await work({ editor, document, text, ready })
  } finally {
    await editor.stop()
  }
}

/** Recognizes the end of work with that text. */
function isEndOf(text) {
  const tokens = new Set()
  return ({ method, params }) => {
    if (method !== '$/progress') return false
    if (params.value.message?.startsWith(text)) tokens.add(params.token)
    return params.value.kind === 'end' && tokens.has(params.token)
  }
}

function readyTime(project) {
  return withServer(project, async ({ ready }) => ready)
}

function memoryOf(project) {
  return withServer(project, async ({ editor, document }) => {
    await slowKey(document, behindTarget)
    const compared = editor.next(isEndOf('comparing triggers'))
    const start = document.after(behindTarget)
    document.change({ start, end: start }, ' ')
    await compared
    return editor.peakMemory()
  })
}

function memoryAfterChanges(project) {
  return withServer(project, async server => {
    await changeExamples(server, 3)
    return server.editor.peakMemory()
  })
}

function peerCase(peer) {
  return {
    name: `ms from a key to the findings of ${peer.name}, p95, a file of its own`,
    isPeer: true,
    rounds: few,
    async prepare() {
      const measure = async () => {
        const { editor, document, words } = await openPeer(peer)
        try {
          await slowKey(document, words, 10)
          return await slowKey(document, words)
        } finally {
          await editor.stop()
        }
      }
      return { sides: [measure], ratio: ([figure]) => figure }
    },
  }
}
