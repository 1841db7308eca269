import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parse } from 'yaml'
import { bareEnvironment } from '../../../workspace/test/git-repository.ts'
import { folderWith, type Outcome, scenewright } from '../run.ts'

/** A script that a CI file would have run, where it would run it. */
interface Script {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Stands in for programs of the outside world, by name: scripts of bash. */
  readonly programs?: Readonly<Record<string, string>>
  /** Gets the process of the script. */
  readonly started?: (process: ChildProcess) => void
}

/** As npx is called by the files: it never downloads anything, and runs the command or prints its path. */
const npx = `case "$*" in
  '--no-install scenewright '*) exec scenewright "\${@:3}" ;;
  "--no-install -c command -v scenewright") command -v scenewright ;;
  *) exit 9 ;;
esac`

/**
 * As the command: it has this process run the built command line with the arguments, the folder and the environment of
 * the call. A process of its own for each call would take most of the time.
 */
const command = (port: number) => `call=$(mktemp -d)
{ printf '%s\\0' "$PWD" $# "$@"; env -0; } > "$call/asked"
exec 3<> /dev/tcp/127.0.0.1/${port}
echo "$call" >&3
read -r code <&3
cat "$call/stderr" >&2
cat "$call/stdout"
rm -r "$call"
exit "$code"`

let calls: Promise<number> | undefined

/** Runs the command line for the scripts of this process; the port. */
function answerCalls(): Promise<number> {
  calls ??= new Promise((resolve, reject) => {
    const server = createServer(socket => {
      socket.setEncoding('utf8').once('data', async data => socket.end(`${await answer(String(data).trim())}\n`))
    })
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      server.unref()
      // A server that listens on a port has an address of this form.
      resolve((server.address() as AddressInfo).port)
    })
  })
  return calls
}

/** Runs the call that a folder holds, and leaves there what it has printed; the exit code. */
async function answer(folder: string): Promise<number | null> {
  const [cwd = '', count, ...rest] = readFileSync(join(folder, 'asked'), 'utf8').split('\0').slice(0, -1)
  const variables = rest.slice(Number(count)).map(variable => {
    const equals = variable.indexOf('=')
    return [variable.slice(0, equals), variable.slice(equals + 1)]
  })
  const { code, stdout, stderr } = await scenewright(rest.slice(0, Number(count)), {
    cwd,
    env: Object.fromEntries(variables),
  })
  writeFileSync(join(folder, 'stdout'), stdout)
  writeFileSync(join(folder, 'stderr'), stderr)
  return code
}

/** As npm is called by the files: where a lockfile is, without scripts, and with nothing secret in its environment. */
const npm = `[ "$*" = 'ci --ignore-scripts' ] && [ -e package-lock.json ] || exit 9
if env | grep -E '^((SCENEWRIGHT|AWS)_.*|(GITHUB|GH)_.*TOKEN)='; then exit 8; fi`

/** Credentials that a job can have besides the usual ones. One has several lines. */
export const otherCredentials = {
  SCENEWRIGHT_PRODUCTION_API_KEY: 'a key\nPATH=other',
  SCENEWRIGHT_PRODUCTION_STATE_PASSWORD: 'a password',
  AWS_SESSION_TOKEN: 'a token',
}

/** The real npm and npx of this machine, which download nothing. */
export function realPrograms(): { readonly npm: string; readonly npx: string } {
  const offline = 'export npm_config_offline=true npm_config_audit=false npm_config_update_notifier=false'
  const [npm, npx] = ['npm', 'npx'].map(name => {
    const program = execFileSync('bash', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
    return `${offline}\nexec ${program} "$@"`
  }) as [string, string]
  return { npm, npx }
}

/** The files of a project that has the command line as a package of its own. */
export const packageFiles = {
  'package.json': '{ "devDependencies": { "scenewright": "0.1.0" } }\n',
  'package-lock.json': '{}\n',
}

/** Runs a script in the shell, and with the options, that GitHub and GitLab run one with. */
export async function runScript(script: string, { cwd, env, programs = {}, started }: Script): Promise<Outcome> {
  const all = { npx, scenewright: command(await answerCalls()), npm, ...programs }
  const folder = await folderWith(
    Object.fromEntries(Object.entries(all).map(([name, text]) => [name, `#!/bin/bash\n${text}\n`])),
  )
  for (const name of Object.keys(all)) chmodSync(join(folder, name), 0o755)
  const path = [folder, process.env.PATH].join(delimiter)
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd,
      env: { ...bareEnvironment, TMPDIR: tmpdir(), HOME: folder, ...env, PATH: path },
    })
    const said = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', data => {
      said.stdout += data
    })
    child.stderr.setEncoding('utf8').on('data', data => {
      said.stderr += data
    })
    child.once('error', reject)
    started?.(child)
    child.once('close', code => resolve({ code, ...said }))
  })
}

/** The scripts of a job of a workflow, by the names of their steps. */
export function githubScripts(workflow: string, job: string): ReadonlyMap<string, string> {
  const { steps } = parse(workflow).jobs[job]
  return new Map(steps.flatMap(({ name, run }: { name?: string; run?: string }) => (name && run ? [[name, run]] : [])))
}

/** What a job of a pipeline runs, as one script. */
export function gitlabScript(
  pipeline: string,
  job: string,
  part: 'before_script' | 'script' | 'after_script' = 'script',
): string {
  return parse(pipeline)[job][part].join('\n')
}
