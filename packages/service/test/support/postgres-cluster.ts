import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Client } from 'pg'
import { keptFolder } from '../../../../test/temporary.ts'
import { afterProcess } from '../../../scenewright/test/clean-up.ts'

const installed = '/usr/lib/postgresql'

/** What a cluster is started with. */
export interface PostgresMeans {
  /** The folder of PostgreSQL's programs. */
  readonly programs: string
  /** Who runs it: it refuses to run as root, so that root lends it the user postgres. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined
  /** A folder for its data, which that user reaches. */
  readonly parent: string
}

/** PostgreSQL, or the reason why there is none for the tests. */
export const postgres: PostgresMeans | string = findPostgres()

// Where the tests are the last word, as in .ci/run, a PostgreSQL has to be there.
const isNeeded = process.env.SCENEWRIGHT_TEST_POSTGRES === 'required'

/** Whether to leave out the tests of PostgreSQL, and what to say of it in their names. */
export const withoutPostgres = typeof postgres === 'string' && !isNeeded
export const onPostgres = withoutPostgres ? `on PostgreSQL (skipped: ${postgres})` : 'on PostgreSQL'

function findPostgres(): PostgresMeans | string {
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : []
  const folders = versions.map(version => join(installed, version, 'bin'))
  const programs = folders.find(folder => existsSync(join(folder, 'initdb')))
  if (programs === undefined) return `no PostgreSQL in ${installed}`
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? userPostgres() : undefined
  if (isRoot && user === undefined) return 'root needs a user "postgres" to run it as'
  const parents = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']
  const parent = parents.find(folder => (user === undefined ? isWritable(folder) : isOpenToAll(folder)))
  if (parent === undefined) return `no folder that the user "postgres" reaches: ${parents.join(', ')}`
  return { programs, user, parent }
}

function userPostgres(): { uid: number; gid: number } | undefined {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Whether a user whom none of these folders belongs to gets into a folder and those above it. */
function isOpenToAll(folder: string): boolean {
  if (!existsSync(folder)) return false
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** A throwaway PostgreSQL server. */
export interface Cluster {
  readonly folder: string
  /** The address of a new database: an empty one, or a copy of another, to which nobody is connected. */
  newDatabase(original?: string): Promise<string>
  /** The address of an empty database with other options of CREATE DATABASE. */
  newDatabaseWith(options: string): Promise<string>
  /** A database as statements of SQL that any connection can run. */
  dump(databaseUrl: string): string
  /** Shuts the server down, as for an upgrade: its connections are closed. */
  shutDown(): void
  /** Starts it again at the same address. */
  startAgain(): void
  /** Starts it again at the same address, unless it is running. */
  startIfEnded(): void
  stop(): void
}

let shared: Promise<Cluster> | undefined

/** The server of all test files of this process, which ends with it. A test that stops a server starts its own. */
export function sharedCluster(): Promise<Cluster> {
  shared ??= startSharedCluster()
  return shared
}

async function startSharedCluster(): Promise<Cluster> {
  const cluster = await startCluster()
  // The first line is the process that ends all others of the server.
  const [pid] = readFileSync(join(cluster.folder, 'data/postmaster.pid'), 'utf8').split('\n')
  afterProcess(() => process.kill(Number(pid), 'SIGQUIT'))
  return cluster
}

/** Starts a server in a temporary folder, by default in one that PostgreSQL's user reaches. */
export async function startCluster(inFolder?: string): Promise<Cluster> {
  if (typeof postgres === 'string') throw new Error(`No PostgreSQL: ${postgres}.`)
  const { programs, user, parent } = postgres
  const folder = mkdtempSync(join(inFolder ?? parent, 'service-test-postgres-'))
  const data = join(folder, 'data')
  if (user === undefined) mkdirSync(data, { mode: 0o700 })
  else chownSync(folder, user.uid, user.gid)
  const run = (program: string, ...parameters: string[]) => {
    // Whose home it is does not matter here, and the user may not get into it.
    const env = { ...process.env, HOME: folder, TMPDIR: folder }
    execFileSync(join(programs, program), parameters, {
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: folder,
      env,
      ...user,
    })
  }
  fillPristine(data, programs, run)
  const start = (port: number) => {
    const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c fsync=off -k ${folder}`
    run('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', settings, 'start')
  }
  const port = await startAt(start, () => readFileSync(join(folder, 'log'), 'utf8'))
  const addressOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  // Since version 15 there is a slower way too, which is the default.
  const copies = Number(basename(dirname(programs))) < 15 ? '' : ' STRATEGY file_copy'
  let count = 0
  const create = async (options: string) => {
    count += 1
    const name = `service${count}`
    const client = new Client(addressOf('postgres'))
    await client.connect()
    try {
      await client.query(`CREATE DATABASE ${name} ${options}`)
    } finally {
      await client.end()
    }
    return addressOf(name)
  }
  return {
    folder,
    async newDatabase(original) {
      const template = original === undefined ? '' : `TEMPLATE ${new URL(original).pathname.slice(1)}`
      return create(`${template}${copies}`)
    },
    newDatabaseWith: create,
    dump(databaseUrl) {
      const parameters = ['--inserts', '--no-owner', '--no-privileges', databaseUrl]
      const text = execFileSync(join(programs, 'pg_dump'), parameters, { encoding: 'utf8', cwd: folder, ...user })
      // Commands of psql, which are no statements.
      return text.replaceAll(/^\\(un)?restrict .*\n/gm, '')
    },
    shutDown: () => run('pg_ctl', '-D', data, '-w', '-m', 'fast', '-s', 'stop'),
    startAgain: () => start(port),
    startIfEnded() {
      try {
        run('pg_ctl', '-D', data, '-s', 'status')
      } catch {
        start(port)
      }
    },
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-s', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Fills the data folder of a new server. Making it takes a second of processor time, copying it little: it is made once a
 * machine and user.
 */
function fillPristine(data: string, programs: string, run: (program: string, ...parameters: string[]) => void): void {
  const options = ['-E', 'UTF8', '-A', 'trust', '-U', 'postgres', '--wal-segsize=1', '--no-sync', '--no-instructions']
  const made = createHash('sha256')
    .update([programs, ...options].join())
    .digest('hex')
    .slice(0, 16)
  const kept = join(keptFolder(), `service-test-pristine-${process.getuid?.() ?? 'user'}-${made}`)
  if (existsSync(kept)) {
    execFileSync('cp', ['-a', `${kept}/.`, data])
    return
  }
  run('initdb', '-D', data, ...options)
  const fresh = mkdtempSync(`${kept}.`)
  execFileSync('cp', ['-a', data, fresh])
  try {
    renameSync(join(fresh, 'data'), kept)
  } catch {
    // Another process was first.
  }
  rmSync(fresh, { recursive: true })
}

/** Starts at a free port; at another one where somebody took it in between, which the log says. */
async function startAt(start: (port: number) => void, readLog: () => string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    try {
      start(port)
      return port
    } catch (error) {
      if (attempt === 10 || !readLog().includes('could not bind')) throw error
    }
  }
}

/** A port that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
