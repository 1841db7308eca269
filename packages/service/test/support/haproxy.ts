import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterFile } from '../../../scenewright/test/clean-up.ts'
import { freePort, withoutPostgres } from './postgres-cluster.ts'
import { until } from './receiver.ts'

export const haproxy = '/usr/sbin/haproxy'
// Where the tests are the last word, as in .ci/run, it has to be there.
const isNeeded = process.env.SCENEWRIGHT_TEST_HAPROXY === 'required'

/** Whether to leave out the tests of HAProxy, and what to say of it in their names. */
export const withoutHaproxy = withoutPostgres || (!existsSync(haproxy) && !isNeeded)
export const behindHaproxy = withoutHaproxy
  ? `behind HAProxy (skipped: no PostgreSQL, or no ${haproxy})`
  : 'behind HAProxy'

/** The configuration file in docs/operating.md. */
export function documentedConfiguration(): string {
  const page = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
  const content = /```\n(defaults\n[^`]*)```/.exec(page)?.[1]
  if (content === undefined) throw new Error('docs/operating.md contains no configuration of HAProxy.')
  return content
}

/** A running HAProxy. */
export interface Haproxy {
  readonly url: string
  /** The state of a process as the health checks see it: `UP`, `DOWN`, or a step between them. */
  stateOf(index: number): Promise<string>
  /** Sends what was for a process to another address, as the name of a new container leads to another address. */
  replace(index: number, serviceUrl: string): Promise<void>
  stop(): Promise<void>
}

/** Starts HAProxy with the documented configuration, in front of at most four processes at these addresses. */
export async function startHaproxy(serviceUrls: readonly string[]): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'service-test-haproxy-'))
  const control = join(folder, 'control')
  const port = await freePort()
  const config = documentedConfiguration()
    .replace('bind :4600', `bind 127.0.0.1:${port}`)
    .replaceAll(/^( *server service-(\d) )\S+\n/gm, (_, beginning, number) => {
      const url = serviceUrls[Number(number) - 1]
      return url === undefined ? '' : `${beginning}${new URL(url).host}\n`
    })
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `global\n  stats socket ${control} level admin\n${config}`)
  const child = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise(resolve => child.on('exit', resolve))
  const errors = text(child.stderr)
  void exited.then(async code => code !== 0 && code !== null && console.error(await errors))
  afterFile(() => child.kill('SIGKILL'))
  const command = (line: string) => text(connect(control).end(`${line}\n`))
  const nameOf = (index: number) => `processes/service-${index + 1}`
  const stateOf = async (index: number) => {
    const lines = (await command('show stat')).split('\n').map(line => line.split(','))
    const column = lines[0]?.indexOf('status') ?? -1
    return lines.find(([proxy, name]) => `${proxy}/${name}` === nameOf(index))?.[column] ?? ''
  }
  // The socket is there before HAProxy listens on it.
  await until(() => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with exit code ${child.exitCode}.`)
    return command('show info').then(
      () => true,
      () => false,
    )
  })
  for (const index of serviceUrls.keys()) await until(async () => (await stateOf(index)) === 'UP')
  return {
    url: `http://127.0.0.1:${port}`,
    stateOf,
    async replace(index, serviceUrl) {
      const { hostname, port } = new URL(serviceUrl)
      await command(`set server ${nameOf(index)} addr ${hostname} port ${port}`)
      await until(async () => (await stateOf(index)) === 'UP')
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
