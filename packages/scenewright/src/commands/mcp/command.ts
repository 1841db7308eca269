import { Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { OperationError } from '@scenewright/model'
import { openConfig } from '@scenewright/workspace'
import type { CommandDefinition, Invocation, SharedOptions } from '../../shell/command.ts'
import { createAgentProject } from './agent-project.ts'
import { createServer } from './create-server.ts'

interface Options extends SharedOptions {
  readonly allowEdit?: boolean
}

/** The maximum size of a message in bytes: a source has at most 1 MiB, and JSON may need six times as much. */
const maxMessage = 8 * 1024 * 1024

export const mcp: CommandDefinition<Options> = {
  compiles: true,
  formats: ['text'],
  endsBySignal: true,
  options: command => command.option('--allow-edit', 'add a tool that writes sources'),
  examples: [
    ['scenewright mcp', 'serve the project of this folder to a coding agent, read-only'],
    ['scenewright mcp --allow-edit', 'the agent may also write sources'],
    ['claude mcp add scenewright -- npx scenewright mcp', 'register it in Claude Code'],
  ],
  async run(invocation, _args, options) {
    const { terminal, signal } = invocation
    // An unusable config is reported here, where the user sees it.
    await openConfig(invocation, options)
    if (terminal.isInteractive()) {
      terminal.err('Waiting for an agent on standard input; see docs/agents.md. Ctrl-C ends the server.\n')
    }
    const ended = new AbortController()
    const project = createAgentProject({ ...invocation, signal: AbortSignal.any([signal, ended.signal]) }, options)
    const { allowEdit = false } = options
    try {
      await serve(invocation, () => createServer(project, { allowEdit }))
    } finally {
      // Ends what an agent that is gone still waits for.
      ended.abort()
    }
    return 0
  },
}

/** Serves one client on the standard streams, until it closes them or a signal ends the process. */
async function serve({ stdin, terminal, signal }: Invocation, create: Parameters<typeof serveStdio>[0]): Promise<void> {
  const input = stdin() as NodeJS.ReadStream
  let fault: Error | undefined
  await new Promise<void>(resolve => {
    const transport = new Transport(input, terminalStream(terminal), resolve)
    signal.addEventListener('abort', () => void transport.close(), { once: true })
    serveStdio(create, {
      transport,
      onerror(error) {
        fault = error
        // The error of a schema lists every kind of message that it might have been.
        const isSchema = 'issues' in error
        terminal.err(`${isSchema ? 'Skipped a line that is no JSON-RPC message.' : error.message.slice(0, 500)}\n`)
      },
    })
  })
  if (fault === undefined || input.readableEnded || signal.aborted) return
  throw new OperationError('network', 'the connection ended because of a message that cannot be read', {
    cause: fault,
    help: `a message has one line of at most ${maxMessage} bytes`,
  })
}

class Transport extends StdioServerTransport {
  readonly onClosed: () => void

  constructor(input: NodeJS.ReadStream, output: Writable, onClosed: () => void) {
    super(input, output, { maxBufferSize: maxMessage })
    this.onClosed = onClosed
  }

  override async close(): Promise<void> {
    await super.close()
    this.onClosed()
  }
}

function terminalStream(terminal: Invocation['terminal']): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      terminal.out(String(chunk))
      done()
    },
  })
}
