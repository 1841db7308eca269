import { realpathSync } from 'node:fs'
import { request } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import type { StudioEvent } from '../../src/commands/studio/protocol.ts'
import { processTerminal } from '../../src/shell/terminal.ts'
import { commandLine } from '../run.ts'

/** An answer of the studio. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests know the shape of the answer that they look at
  readonly data: any
}

/** A page that is connected to `scenewright studio`. */
export interface Page {
  readonly port: number
  readonly token: string
  get(path: string): Promise<Answer>
  post(path: string, body: object): Promise<Answer>
  /** Opens a stream of events. */
  events(query?: string): Promise<Events>
  /** Everything that the command has written, to both streams. */
  written(): string
  /** Ends the studio as Ctrl-C does. Resolves with the exit code. */
  stop(): Promise<number>
}

/** A stream of events. */
interface Events {
  /** Resolves with the next event for which `is` holds. Those before it are gone. */
  next(is: (event: StudioEvent) => boolean): Promise<StudioEvent>
  close(): void
}

interface StudioOptions {
  readonly cwd: string
  readonly args?: readonly string[]
  readonly env?: Record<string, string>
}

/** Starts the built command line in this process, and connects as its page does. */
export async function studioAt({ cwd, args = [], env = {} }: StudioOptions): Promise<Page> {
  const written: string[] = []
  const ended = new AbortController()
  let isUp: (url: string) => void = () => {}
  const up = new Promise<string>(resolve => {
    isUp = resolve
  })
  const take = (text: string) => {
    written.push(text)
    const url = /http:\/\/\S+#token=[\w-]+/.exec(text)?.[0]
    if (url !== undefined) isUp(url)
  }
  const run = commandLine.run(['studio', '--no-open', ...args], {
    terminal: processTerminal({ stdout: { write: take }, stderr: { write: take }, stdin: {} }, env),
    cwd: realpathSync(cwd),
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    signal: ended.signal,
    stdin: () => process.stdin,
    pause: async () => {},
  })
  const url = await Promise.race([up, run.then(code => Promise.reject(new Error(`${code}: ${written.join('')}`)))])
  const stop = async () => {
    ended.abort(130)
    return run
  }
  onTestFinished(async () => {
    expect(await stop()).toBe(0)
    expect(written.join('')).not.toContain('internal error')
  })
  return { ...connectTo(url), written: () => written.join(''), stop }
}

/** Connects to the address that a studio has printed. */
export function connectTo(url: string): Omit<Page, 'written' | 'stop'> {
  const { origin, port, hash } = new URL(url)
  const token = hash.slice('#token='.length)
  const headers = { authorization: `Bearer ${token}` }
  const jsonHeaders = { ...headers, origin, 'content-type': 'application/json' }
  return {
    port: Number(port),
    token,
    get: path => ask(origin + path, { headers }),
    post: (path, body) => ask(origin + path, { method: 'POST', headers: jsonHeaders }, JSON.stringify(body)),
    events: query => openEvents(`${origin}/api/events${query ?? ''}`, headers),
  }
}

type AskOptions = Parameters<typeof request>[1]

function ask(url: string, options: AskOptions & object, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, response => {
      let text = ''
      response.setEncoding('utf8').on('data', part => {
        text += part
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, data: JSON.parse(text) }))
      response.once('error', reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

function openEvents(url: string, headers: Record<string, string>): Promise<Events> {
  const waiting: StudioEvent[] = []
  let wake: () => void = () => {}
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, response => {
      let rest = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        const lines = (rest + part).split('\n')
        rest = lines.pop() ?? ''
        waiting.push(...lines.map(line => JSON.parse(line) as StudioEvent))
        wake()
      })
      response.on('error', () => {})
      const close = () => void response.destroy()
      onTestFinished(close)
      resolve({
        close,
        async next(is) {
          for (;;) {
            for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) if (is(event)) return event
            await new Promise<void>(resume => {
              wake = resume
            })
          }
        },
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}
