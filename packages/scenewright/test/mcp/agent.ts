import { realpathSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { expect, onTestFinished } from 'vitest'
import { processTerminal } from '../../src/shell/terminal.ts'
import { commandLine } from '../run.ts'

/** An agent that is connected to `scenewright mcp`. */
export interface Agent {
  readonly client: Client
  /** Calls a tool; the answer is the same as text and as data. */
  call(name: string, input?: Record<string, unknown>): Promise<Answer>
  /** Everything that the server has written, to both streams. */
  written(): string
}

/** The answer of a tool. */
interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the tests know the shape of the answer that they look at
  readonly data: any
  readonly isError: boolean
  /** As the model gets it. */
  readonly text: string
}

interface AgentOptions {
  readonly cwd: string
  readonly args?: readonly string[]
  readonly env?: Record<string, string>
}

/** Connects the official client with the built command line, which runs in this process. */
export async function agentAt({ cwd, args = [], env = {} }: AgentOptions): Promise<Agent> {
  const toServer = new PassThrough()
  const written: string[] = []
  const transport = lineTransport(toServer)
  const streams = {
    stdout: {
      write(text: string) {
        written.push(text)
        transport.take(text)
      },
    },
    stderr: { write: (text: string) => written.push(text) },
    stdin: {},
  }
  const ended = commandLine.run(['mcp', ...args], {
    terminal: processTerminal(streams, env),
    cwd: realpathSync(cwd),
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    signal: new AbortController().signal,
    stdin: () => toServer,
    pause: async () => {},
  })
  const client = new Client({ name: 'test', version: '1' })
  onTestFinished(async () => {
    toServer.end()
    expect(await ended).toBe(0)
  })
  await client.connect(transport)
  return { client, written: () => written.join(''), call: (name, input = {}) => callTool(client, name, input) }
}

async function callTool(client: Client, name: string, input: Record<string, unknown>): Promise<Answer> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: input })
  const [first] = content as readonly { readonly type: string; readonly text: string }[]
  expect(content).toHaveLength(1)
  const text = first?.text ?? ''
  if (!isError) expect(text).toBe(JSON.stringify(structuredContent))
  return { data: isError ? parsed(text) : structuredContent, isError, text }
}

/** The protocol itself answers wrong input in prose. */
function parsed(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : text
}

/** A transport that writes lines to a stream and is given what comes back. */
function lineTransport(output: PassThrough): Transport & { take(text: string): void } {
  let rest = ''
  const transport: Transport & { take(text: string): void } = {
    start: async () => {},
    close: async () => {
      output.end()
      transport.onclose?.()
    },
    send: async message => void output.write(`${JSON.stringify(message)}\n`),
    take(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) transport.onmessage?.(JSON.parse(line) as JSONRPCMessage)
    },
  }
  return transport
}
