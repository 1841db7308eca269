import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesAt } from '@scenewright/compiler'
import { statsAt } from '@scenewright/model/file-access'
import { nothingFound, openConfig } from '@scenewright/workspace'
import { openLive } from '@scenewright/workspace/live'
import { watchFiles } from '../../shell/watch-files.ts'
import { createProjectModels } from './project-models.ts'
import type { StudioEvent } from './protocol.ts'
import { createSourceFiles } from './source-files.ts'
import type { Studio, StudioHost } from './studio.ts'

/** The files whose changes the page sees: sources, what they import, the config, and what `check` reads beside it. */
const watchedFile = /\.(?:ya?ml|ts)$|(?:^|[\\/])scenewright\.\w+\.json$/

/** Files that decide how the sources are read. */
const settingFile = /(?:^|\/)scenewright\.(?:config\.yaml|\w+\.json)$/

/** How long to wait for further changes, in milliseconds: git and editors write several files at once. */
const settleMs = 25

interface StudioOptions extends StudioHost {
  readonly isReadOnly: boolean
  /** Called with an error that belongs to no request. */
  readonly onError: (error: unknown) => void
}

/** A studio, and its end. */
export interface OpenStudio {
  readonly studio: Studio
  /** Resolves when every later change on the disk is seen. */
  watching(): Promise<void>
  end(): Promise<void>
}

/** Opens the project of the working folder. Nothing is written but the cache. */
export async function openStudio({ invocation, options, isReadOnly, onError }: StudioOptions): Promise<OpenStudio> {
  const project = await openConfig(invocation, options)
  const { root, configFile } = project
  const openedAt = Date.now()
  const listeners = new Set<(event: StudioEvent) => void>()
  /** The hashes of files as they were last taken over. */
  const known = new Map<string, string | undefined>()
  const settings = () => [...(configFile === null ? [] : [configFile]), ...settingFiles(root)]
  for (const file of settings()) known.set(file, hashOf(join(root, file)))
  const remembered = new Map<string, { readonly revision: number; readonly value: Promise<unknown> }>()
  let revision = 1
  let models = createProjectModels({ invocation, options })
  const send = (event: StudioEvent) => {
    for (const listener of listeners) listener(event)
  }
  const open = () =>
    openLive(invocation, { ...options, onFindings: () => send({ type: 'findings', revision }), onError })
  const first = await open()
  let opened = Promise.resolve(first)
  if (first.reports().length + first.findings().length === 0) {
    await first.end()
    throw nothingFound(project, [])
  }

  const reopen = async (): Promise<void> => {
    const before = opened
    opened = before
      .then(live => live.end())
      .catch(() => {})
      .then(open)
    models = createProjectModels({ invocation, options })
    // An unusable config is the answer to the next request.
    await opened.catch(() => {})
  }

  const takeOver = async (files: readonly string[]): Promise<number> => {
    const present = files.map(file => [file, hashOf(join(root, file))] as const)
    const news = present.filter(([file, hash]) => !known.has(file) || known.get(file) !== hash)
    for (const [file, hash] of news) known.set(file, hash)
    const names = news.map(([file]) => file)
    if (names.length === 0) return revision
    if (names.some(file => settingFile.test(file) || file === configFile)) await reopen()
    else await (await opened.catch(() => undefined))?.change(names.map(file => ({ file })))
    revision += 1
    send({ type: 'changed', revision, files: names })
    return revision
  }
  let last: Promise<unknown> = Promise.resolve()
  const changed = (files: readonly string[]): Promise<number> => {
    const done = last.then(() => takeOver(files))
    last = done.catch(() => {})
    return done
  }

  const studio: Studio = {
    invocation,
    options,
    root,
    isReadOnly,
    files: createSourceFiles(),
    languageServers: new Map(),
    async live() {
      const live = await opened
      await live.ready()
      return live
    },
    revision: () => revision,
    scenarios: async () => models.scenarios(await studio.live()),
    bot: async () => models.bot(await studio.live()),
    changed,
    remember<Value>(name: string, make: () => Promise<Value>) {
      const before = remembered.get(name)
      // It was made under this name by the same caller.
      if (before?.revision === revision) return before.value as Promise<Value>
      const value = make()
      remembered.set(name, { revision, value })
      value.catch(() => remembered.delete(name))
      return value
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const onChange = (files: readonly string[]) => void changed(files).catch(onError)
  const watcher = watchFiles(root, { files: watchedFile, settleMs, settlesAfter: 'first', onChange })
  const watching = watcher.then(async () => {
    const live = await opened
    // Changes between the reading of the project and the start of the watcher.
    const read = new Set(live.reports().map(({ file }) => file))
    const recent = [...read].filter(file => isNewer(join(root, file), openedAt))
    const others = [...sourcesAt(live.project, [])].filter(file => !read.has(file))
    await changed([...new Set([...recent, ...others, ...known.keys(), ...settings()])])
  })
  watching.catch(onError)
  return {
    studio,
    watching: () => watching,
    async end() {
      const servers = await Promise.allSettled(studio.languageServers.values())
      for (const server of servers) if (server.status === 'fulfilled') await server.value.end()
      await (await watcher).close()
      await (await opened.catch(() => undefined))?.end()
    },
  }
}

/** Those in the folder of the project. */
function settingFiles(root: string): readonly string[] {
  return readdirSync(root).filter(name => settingFile.test(name))
}

function hashOf(path: string): string | undefined {
  try {
    return process.getBuiltinModule('node:crypto').hash('sha256', readFileSync(path))
  } catch {
    return undefined
  }
}

/** File systems count in steps of up to two seconds. */
const clockStep = 2000

function isNewer(path: string, time: number): boolean {
  return (statsAt(path)?.mtimeMs ?? 0) > time - clockStep
}
