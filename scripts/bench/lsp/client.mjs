import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * Starts a language server, `{ args, cwd, env }` of Node, and speaks to it as an editor does. Its answers are taken in
 * their order.
 */
export async function startEditor({ args, cwd, env }, { initializationOptions, settings = {} } = {}) {
  const server = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise(resolve => server.once('close', resolve))
  const answers = new Map()
  const listeners = new Set()
  let last = 0
  const send = message => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  readMessages(server.stdout, message => {
    if (message.method === undefined) answers.get(message.id)?.(message)
    else if (message.id === undefined) for (const listener of [...listeners]) listener(message)
    else if (message.method === 'workspace/configuration') {
      send({ id: message.id, result: message.params.items.map(({ section }) => settings[section] ?? null) })
    } else send({ id: message.id, result: null })
  })
  const request = async (method, params) => {
    last += 1
    const id = last
    const answer = new Promise(resolve => answers.set(id, resolve))
    send({ id, method, params })
    const { result, error } = await answer
    answers.delete(id)
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
  const folder = pathToFileURL(cwd).href
  await request('initialize', {
    processId: process.pid,
    rootUri: folder,
    workspaceFolders: [{ uri: folder, name: 'bench' }],
    initializationOptions,
    capabilities: {
      window: { workDoneProgress: true },
      workspace: { configuration: true, workspaceEdit: { documentChanges: true, resourceOperations: ['rename'] } },
    },
  })
  send({ method: 'initialized', params: {} })
  return {
    request,
    notify: (method, params) => send({ method, params }),
    /** Resolves with the next notification that is wanted. */
    next: isWanted =>
      new Promise(resolve => {
        const listener = message => {
          if (!isWanted(message)) return
          listeners.delete(listener)
          resolve(message)
        }
        listeners.add(listener)
      }),
    /** The peak memory of the server so far, in MB. Only on Linux. */
    peakMemory: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024,
    async stop() {
      await request('shutdown')
      send({ method: 'exit' })
      await ended
    },
  }
}

function readMessages(stream, onMessage) {
  let rest = Buffer.alloc(0)
  stream.on('data', chunk => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const head = rest.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/content-length: *(\d+)/i.exec(rest.toString('latin1', 0, head))[1])
      const end = head + 4 + length
      if (rest.length < end) return
      const message = JSON.parse(rest.toString('utf8', head + 4, end))
      rest = rest.subarray(end)
      onMessage(message)
    }
  })
}
