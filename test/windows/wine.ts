import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a finished run left. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Windows programs on this machine, with a Windows of their own. */
export interface Wine {
  /** Runs Node for Windows in a folder of this machine; `path` is put in front of its PATH. */
  runNode(cwd: string, args: readonly string[], path?: string): Promise<Outcome>
  /** Ends what is left of the Windows and deletes its drive. */
  stop(): Promise<void>
}

const folder = '/usr/lib/wine'
/** The program that runs 64-bit Windows programs; Debian's package wine64 puts nothing on the PATH. */
export const wineProgram = process.env.SCENEWRIGHT_TEST_WINE_PROGRAM ?? join(folder, 'wine64')

/** Creates a Windows with an empty drive C:, which runs `node`. This machine's files are on its drive Z:. */
export async function startWine(node: string): Promise<Wine> {
  const temporary = mkdtempSync(join(tmpdir(), 'scenewright-wine-'))
  const env = {
    PATH: process.env.PATH,
    HOME: temporary,
    WINEPREFIX: join(temporary, 'prefix'),
    WINEDEBUG: '-all',
    // Neither a browser engine nor .NET is installed, and nobody is asked whether to.
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
    // Wine's Windows calls itself older than Node 20 accepts.
    NODE_SKIP_PLATFORM_CHECK: '1',
    // Names of files and arguments are passed on in this encoding.
    LC_ALL: 'C.UTF-8',
  }
  let runs = 0
  const run = (cwd: string, program: string, args: readonly string[], more = {}) => {
    runs += 1
    return runToFiles({ cwd, env: { ...env, ...more }, output: join(temporary, `run-${runs}`) }, program, args)
  }
  // It is created by the first program, which says so among its output.
  await run(temporary, wineProgram, [node, '--version'])
  return {
    runNode: (cwd, args, path) => run(cwd, wineProgram, [node, ...args], path === undefined ? {} : { WINEPATH: path }),
    async stop() {
      await run(temporary, process.env.SCENEWRIGHT_TEST_WINESERVER ?? join(folder, 'wineserver64'), ['-k', '-w'])
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}

export interface RunSetting {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly output: string
}

/** Wine's pipes are not those that Node expects: output goes to files, and there is no input. */
export function runToFiles(
  { cwd, env, output }: RunSetting,
  program: string,
  args: readonly string[],
): Promise<Outcome> {
  const [out, err] = [`${output}.out`, `${output}.err`]
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', openSync(out, 'w'), openSync(err, 'w')] })
    child.once('error', reject)
    child.once('close', code => {
      resolve({ code, stdout: readFileSync(out, 'utf8'), stderr: readFileSync(err, 'utf8') })
    })
  })
}
