import type { GitOutcome } from '@scenewright/git'
import { OperationError } from '@scenewright/model'
import type { GitBackend } from '@scenewright/model/config'
import { isTextHash, textHash } from '@scenewright/model/text-hash'
import { type Deadline, watchDeadline } from '../deadline.ts'
import { DamagedPayload, type StateStore, type Stored, type Swap } from '../store.ts'
import { commitLine } from './commit-line.ts'
import { type GitPlace, gitRefusal } from './git-refusal.ts'
import { importStream } from './import-stream.ts'
import { pushState } from './push-state.ts'
import { readObjects, treeEntries } from './read-objects.ts'
import { makeScratch, type Scratch } from './scratch.ts'
import { stateRef } from './state-ref.ts'

const triedRef = 'refs/scenewright/tried'

/** The options of the git backend. */
export interface GitWorld {
  readonly environment: string
  /** A folder of the project's repository, absolute. */
  readonly root: string
  /** The folder for scratch repositories, absolute. */
  readonly scratch: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly deadline: Deadline
  readonly now: () => number
}

/** The ref with the state of an environment, and the repository. */
export interface GitStateOptions extends GitPlace {
  readonly environment: string
  /** A folder of the project's repository, absolute. */
  readonly project: string
  /** The folder for scratch repositories, absolute. */
  readonly scratch: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly deadline: Deadline
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * A state in a ref of a remote: each write is a commit, which is pushed only if the ref is still at the expected
 * commit, so that one writer wins. Payloads are pushed with the next write. The project's repository is not changed.
 */
export function openGitState(options: GitStateOptions): StateStore {
  const state = new GitState(options)
  return {
    name: `${options.ref} of ${options.remote}`,
    read: () => state.inTurn(() => state.read()),
    compareAndSwap: (expected, text) => state.inTurn(() => state.swap(expected, text)),
    putBlob: text => state.putBlob(text),
    getBlob: hash => state.getBlob(hash),
    isSlowToWrite: true,
  }
}

/** Where the scratch repository has the last state that was fetched or written. */
const presentRef = 'refs/scenewright/present'
const fewPaths = 16

class GitState {
  readonly #options: GitStateOptions
  #scratch: Promise<Scratch> | undefined
  /** Null: there is none; undefined: nothing was read yet. */
  #present: Stored | null | undefined
  /** The payloads that are not in a commit yet. */
  readonly #unsent = new Map<string, string>()
  /** The payloads that were read, by hash; `#asked` contains the hashes still to be read. */
  readonly #kept = new Map<string, string>()
  readonly #asked = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: GitStateOptions) {
    this.#options = options
  }

  /** One operation at a time: the contents of a scratch repository must not change while it is read. */
  inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(action)
    this.#last = result.catch(() => {})
    return result
  }

  async read(): Promise<Stored | null> {
    const { remote, ref } = this.#options
    const fetched = await this.#run(['fetch', ...fetchOptions, remote, `+${ref}:${presentRef}`])
    if (fetched.code === 0) return this.#readPresent()
    if (!/couldn't find remote ref/i.test(fetched.stderr)) throw gitRefusal(fetched, this.#options)
    this.#present = null
    return null
  }

  async swap(expected: string | null, text: string): Promise<Swap> {
    if (this.#present === undefined || (this.#present?.token ?? null) !== expected) {
      const stored = await this.read()
      if ((stored?.token ?? null) !== expected) return { isSwapped: false }
    }
    // Payloads added meanwhile are in the next commit.
    const payloads = new Map(this.#unsent)
    const token = await this.#commit(expected, text, payloads)
    // Whether or not the push succeeds, the ref is fetched afterwards.
    this.#present = undefined
    const run = (args: readonly string[]) => this.#run(args)
    if (!(await pushState(run, this.#options, { expected, token }))) return { isSwapped: false }
    this.#present = { text, token }
    for (const hash of payloads.keys()) this.#unsent.delete(hash)
    return { isSwapped: true, token }
  }

  async putBlob(text: string): Promise<string> {
    const hash = textHash(text)
    this.#unsent.set(hash, text)
    return hash
  }

  async getBlob(hash: string): Promise<string | undefined> {
    if (!isTextHash(hash)) return undefined
    const unsent = this.#unsent.get(hash)
    if (unsent !== undefined) return unsent
    this.#asked.add(hash)
    const text = await this.inTurn(() => this.#stored(hash))
    if (text === undefined || textHash(text) === hash) return text
    throw new DamagedPayload('state', `the payload ${hash} is damaged in ${this.#options.ref}`, {
      help: 'restore it with `scenewright state restore`',
    })
  }

  async #stored(hash: string): Promise<string | undefined> {
    if (this.#kept.has(hash)) return this.#kept.get(hash)
    if (this.#present) await this.#keepAsked()
    // Another reader may have loaded it meanwhile.
    if (!this.#kept.has(hash) && (await this.read()) !== null) await this.#keepAsked()
    this.#asked.delete(hash)
    return this.#kept.get(hash)
  }

  /** All concurrent requests share one process. */
  async #keepAsked(): Promise<void> {
    const hashes = [...this.#asked]
    const tree = `${this.#present?.token}:payloads`
    // Git reads the whole tree for each path; for many paths, the tree is read once.
    const [content] = hashes.length > fewPaths ? await this.#objects([tree]) : []
    const ids = content === undefined ? new Map<string, string>() : treeEntries(content)
    const objects = await this.#objects(hashes.map(hash => ids.get(`${hash}.json`) ?? `${tree}/${hash}.json`))
    for (const [index, hash] of hashes.entries()) {
      const object = objects[index]
      if (object === undefined) continue
      this.#kept.set(hash, object.content.toString('utf8'))
      this.#asked.delete(hash)
    }
  }

  async #readPresent(): Promise<Stored> {
    const [commit, state] = await this.#objects([presentRef, `${presentRef}:state.json`])
    if (commit === undefined || state === undefined) {
      const { ref, remote } = this.#options
      throw new OperationError('state', `${ref} of "${remote}" contains no state.json`, {
        help: 'the ref is used for something else; set another one under `state`',
      })
    }
    this.#present = { text: state.content.toString('utf8'), token: commit.id }
    return this.#present
  }

  async #objects(names: readonly string[]) {
    const outcome = await this.#run(['cat-file', '--batch'], names.map(name => `${name}\n`).join(''))
    if (outcome.code !== 0) throw gitRefusal(outcome, this.#options)
    return readObjects(outcome.stdout)
  }

  /** The id of the new commit, which only this process has so far. */
  async #commit(parent: string | null, text: string, payloads: ReadonlyMap<string, string>): Promise<string> {
    const { environment, now } = this.#options
    const message = commitLine(environment, this.#present?.text, text)
    const commit = { parent, message, at: now(), state: text, payloads }
    const outcome = await this.#run(['fast-import', '--quiet', '--force', '--done'], importStream(commit))
    const [id] = /^[0-9a-f]{40,}$/m.exec(outcome.stdout.toString('latin1')) ?? []
    if (outcome.code !== 0 || id === undefined) throw gitRefusal(outcome, this.#options)
    return id
  }

  async #run(args: readonly string[], input?: string | Buffer): Promise<GitOutcome> {
    const { project, scratch, env, deadline, remote } = this.#options
    this.#scratch ??= makeScratch(
      { folder: project, env, watch: giveUp => watchDeadline(deadline, giveUp) },
      scratch,
      remote,
    )
    return (await this.#scratch).run(args, input)
  }
}

const fetchOptions = ['--quiet', '--depth=1', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance']

/** Opens the state in a ref of a remote of the project's repository. */
export function openGitBackend(
  backend: GitBackend,
  { environment, root, scratch, env, deadline, now }: GitWorld,
): StateStore {
  const { remote = 'origin', ref = stateRef(environment, root) } = backend
  return openGitState({ environment, remote, ref, project: root, scratch, env, deadline, now })
}

/**
 * Asks the remote whether it would accept a push of the present state, without pushing anything. Rejects if the remote
 * refuses; without a state there is nothing to test.
 */
export async function tryPush(
  backend: GitBackend,
  { environment, root, scratch, env, deadline }: GitWorld,
): Promise<void> {
  const { remote = 'origin', ref = stateRef(environment, root) } = backend
  const place = { remote, ref, hasState: true }
  const { run } = await makeScratch(
    { folder: root, env, watch: giveUp => watchDeadline(deadline, giveUp) },
    scratch,
    remote,
  )
  const fetched = await run(['fetch', '--quiet', '--depth=1', '--no-tags', remote, `+${ref}:${triedRef}`])
  if (fetched.code !== 0) return
  const pushed = await run(['push', '--dry-run', '--porcelain', '--no-verify', remote, `${triedRef}:${ref}`])
  if (pushed.code !== 0) throw gitRefusal(pushed, place)
}
