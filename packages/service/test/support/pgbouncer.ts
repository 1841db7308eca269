import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort, postgres, withoutPostgres } from './postgres-cluster.ts'
import { until } from './receiver.ts'

const program = '/usr/sbin/pgbouncer'
// Where the tests are the last word, as in .ci/run, it has to be there.
const isNeeded = process.env.SCENEWRIGHT_TEST_PGBOUNCER === 'required'

/** Whether to leave out the tests of PgBouncer, and what to say of it in their names. */
export const withoutPgbouncer = withoutPostgres || (!existsSync(program) && !isNeeded)
export const behindPgbouncer = withoutPgbouncer
  ? `behind PgBouncer (skipped: no PostgreSQL, or no ${program})`
  : 'behind PgBouncer'

/** A running PgBouncer. */
export interface Pgbouncer {
  /** The address of a database of the server, through it. */
  through(databaseUrl: string): string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in transaction mode in front of the server of a database, with few connections to it. Further lines of
 * its configuration replace earlier ones; its file of users has `careful`, with the password `top-secret`.
 */
export async function startPgbouncer(databaseUrl: string, further: readonly string[] = []): Promise<Pgbouncer> {
  if (typeof postgres === 'string') throw new Error(`No PostgreSQL: ${postgres}.`)
  const { user, parent } = postgres
  const folder = mkdtempSync(join(parent, 'service-test-pgbouncer-'))
  const port = await freePort()
  const { hostname, port: serverPort } = new URL(databaseUrl)
  const config = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users')
  writeFileSync(users, '"careful" "top-secret"\n')
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
auth_file = ${users}
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
${further.join('\n')}
`.replace('* = ', '* = user=postgres '),
  )
  if (user !== undefined) for (const path of [folder, config, users]) chownSync(path, user.uid, user.gid)
  const child = spawn(program, ['--quiet', config], { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...user })
  const exited = new Promise(resolve => child.on('exit', resolve))
  await until(() => isOpen(port))
  return {
    through(address) {
      const url = new URL(address)
      url.port = String(port)
      return url.href
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
