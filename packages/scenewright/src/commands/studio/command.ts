import type { CommandDefinition, SharedOptions } from '../../shell/command.ts'
import { numberOption } from '../../shell/command.ts'
import { reportError } from '../../shell/exit.ts'
import { silentInvocation } from '../../shell/silent-invocation.ts'
import { serveStudio } from './http/serve.ts'
import { openBrowser } from './open-browser.ts'
import { openStudio } from './open-studio.ts'

interface Options extends SharedOptions {
  readonly port: number
  readonly readOnly?: boolean
  readonly open: boolean
}

export const studio: CommandDefinition<Options> = {
  compiles: true,
  formats: ['text', 'json'],
  endsBySignal: true,
  options: command =>
    command
      .option('--port <number>', 'the port to listen on; 0 picks a free one', numberOption('--port', 0, 65_535), 0)
      .option('--read-only', 'refuse all edits')
      .option('--no-open', 'do not open a browser'),
  examples: [
    ['scenewright studio', 'open the project of this folder in a browser; stop with Ctrl-C'],
    ['scenewright studio --read-only', 'the same for looking only'],
    ['scenewright studio --port 7777 --no-open', 'on a fixed port, and only print the address'],
  ],
  async run(invocation, _args, { port, readOnly = false, open, format, config, cache }) {
    const { terminal, env, signal } = invocation
    const onError = (error: unknown) => reportError(error, terminal, env)
    const options = { ...(config !== undefined && { config }), ...(cache !== undefined && { cache }) }
    const opened = await openStudio({
      invocation: silentInvocation(invocation),
      options,
      isReadOnly: readOnly,
      onError,
    })
    try {
      const token = process.getBuiltinModule('node:crypto').randomBytes(32).toString('base64url')
      const server = await serveStudio(opened.studio, { port, token, onError })
      const url = `http://127.0.0.1:${server.port}/#token=${token}`
      terminal.out(format === 'json' ? `${JSON.stringify({ event: 'ready', url })}\n` : `Studio: ${url}\n`)
      terminal.err('The address gives access to the project: do not share it. Ctrl-C ends the studio.\n')
      if (open && terminal.isInteractive()) openBrowser(url, env)
      await aborted(signal)
      await server.close()
      return 0
    } finally {
      await opened.end()
    }
  },
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
