import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const installed = '/usr/lib/postgresql'

/** Where PostgreSQL's programs are, or undefined where it is not installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map(version => join(installed, version, 'bin')).find(folder => existsSync(join(folder, 'initdb')))
}

/** A throwaway PostgreSQL server. */
export interface Cluster {
  /** The address of a new, empty database. */
  newDatabase(): string
  stop(): void
}

/** Starts a server in a temporary folder. It refuses to run as root, so that root lends it the user postgres. */
export async function startCluster(programs: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'service-test-postgres-'))
  const data = join(folder, 'data')
  const user = process.getuid?.() === 0 ? userPostgres() : undefined
  if (user === undefined) mkdirSync(data, { mode: 0o700 })
  else chownSync(folder, user.uid, user.gid)
  const run = (program: string, ...parameters: string[]) => {
    execFileSync(join(programs, program), parameters, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...user })
  }
  const port = await freePort()
  run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '--no-instructions')
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c fsync=off -k ${folder}`
  run('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', settings, 'start')
  let count = 0
  return {
    newDatabase() {
      count += 1
      run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', `service${count}`)
      return `postgres://postgres@127.0.0.1:${port}/service${count}`
    },
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-s', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function userPostgres(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
