import { hostname } from 'node:os'
import { Writable } from 'node:stream'
import { OperationError } from '@scenewright/model'
import { isRunning } from '@scenewright/model/system'
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver-protocol/node'
import type { CommandDefinition, Invocation, SharedOptions } from '../../shell/command.ts'
import { silentInvocation } from '../../shell/silent-invocation.ts'
import { createServer } from './create-server.ts'
import { onlyMessages } from './framing.ts'

interface Options extends SharedOptions {
  readonly stdio?: boolean
  readonly clientProcessId?: string
}

/** How often the server checks that its client is still there, in milliseconds. */
const watchInterval = 3000

export const lsp: CommandDefinition<Options> = {
  compiles: true,
  formats: ['text'],
  endsBySignal: true,
  options: command =>
    command
      .option('--stdio', 'use standard input and output, which is the only way to connect')
      // Libraries of clients add it to the command.
      .addOption(command.createOption('--clientProcessId <pid>', 'the process of the editor').hideHelp()),
  examples: [
    ['scenewright lsp --stdio', 'serve the project of the folder that the editor opens'],
    ['scenewright lsp --stdio --no-cache', 'the same, without a cache on the disk'],
  ],
  async run(invocation, _args, options) {
    const { terminal, signal } = invocation
    if (!options.stdio) {
      throw new OperationError('usage', 'an editor must start this command with --stdio', {
        help: 'see docs/editors.md for the setup of your editor',
      })
    }
    if (terminal.isInteractive()) {
      terminal.err('Waiting for an editor on standard input; see docs/editors.md. Ctrl-C ends the server.\n')
    }
    const ended = new AbortController()
    try {
      return await serve({ ...invocation, signal: AbortSignal.any([signal, ended.signal]) }, options)
    } finally {
      // Ends what an editor that is gone still waits for.
      ended.abort()
    }
  },
}

/** Serves one client on the standard streams, until it closes them, is gone, or a signal ends the process. */
async function serve(invocation: Invocation, { clientProcessId, config, cache }: Options): Promise<number> {
  const { stdin, terminal, signal } = invocation
  const input = stdin()
  const messages = onlyMessages(what => terminal.err(`Skipped ${what} on standard input.\n`))
  let watch: NodeJS.Timeout | undefined
  const { promise, resolve } = withResolver<number>()
  const watchClient = (pid: number) => {
    watch ??= setInterval(() => {
      if (!isRunning({ pid, host: hostname(), started: '' })) resolve(0)
    }, watchInterval)
  }
  const connect = () => {
    const reader = new StreamMessageReader(messages)
    // Nobody waits for the rest of a message: its timer would keep the process alive when the client is gone.
    reader.partialMessageTimeout = 0
    const writer = new StreamMessageWriter(terminalStream(terminal))
    return createProtocolConnection(reader, writer)
  }
  const server = createServer(silentInvocation(invocation), connect, {
    ...(config !== undefined && { config }),
    ...(cache !== undefined && { cache }),
    watchClient,
    onExit: resolve,
  })
  signal.addEventListener('abort', () => resolve(0), { once: true })
  input.once('end', () => resolve(0))
  input.once('close', () => resolve(0))
  input.once('error', () => resolve(0))
  if (clientProcessId !== undefined) watchClient(Number(clientProcessId))
  server.listen()
  input.pipe(messages)
  try {
    return await promise
  } finally {
    clearInterval(watch)
    input.unpipe(messages)
    input.pause()
    await server.end()
  }
}

function withResolver<Value>(): { readonly promise: Promise<Value>; resolve(value: Value): void } {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>(resolved => {
    resolve = resolved
  })
  return { promise, resolve: value => resolve(value) }
}

function terminalStream(terminal: Invocation['terminal']): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      terminal.out(String(chunk))
      done()
    },
  })
}
