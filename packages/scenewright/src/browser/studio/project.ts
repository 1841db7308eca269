import { signal } from '@preact/signals'
import type { ProjectAnswer, ScenarioAnswer, SourceAnswer } from '../../commands/studio/protocol.ts'
import { announceForeignChange, loadPart } from './notices.tsx'
import { revision } from './resource.ts'
import { route } from './route.ts'
import { get, RequestError } from './session.ts'

/** The project, once it was loaded. */
export const project = signal<ProjectAnswer | undefined>(undefined)

/** The scenario whose flow and fields are shown. It stays when another view opens. */
export const openScenario = signal<ScenarioAnswer | undefined>(undefined)

/** A write whose answer is awaited: its change of the disk is reported before the answer comes. */
let writing: Promise<unknown> = Promise.resolve()
const writtenHashes = new Set<string>()

/** Runs a write, and loads what it changed. Writes are sent one after the other. */
export function writeFile<Answer extends { readonly hash: string }>(write: () => Promise<Answer>): Promise<Answer> {
  const written = writing.then(write, write).then(answer => {
    writtenHashes.add(answer.hash)
    return answer
  })
  writing = written.catch(() => undefined)
  return written.then(async answer => {
    await Promise.all([loadProject(), reloadScenario()])
    return answer
  })
}

let latestProject = 0

/** Loads the project. A slower answer to an earlier request is dropped. */
export async function loadProject(): Promise<void> {
  latestProject += 1
  const number = latestProject
  const loaded = await loadPart('project', get<ProjectAnswer>('/api/project'), () => number === latestProject)
  if (loaded === undefined) return
  project.value = loaded
  // Only now: what other parts load then, such as the coverage, keeps the server busy.
  revision.value = Math.max(revision.value, loaded.revision)
}

/** Loads a scenario. */
export function loadScenario(key: string): Promise<ScenarioAnswer> {
  return get<ScenarioAnswer>('/api/scenario', { key })
}

/** Loads a source, with the line ends of an editor. */
export async function loadSource(file: string): Promise<SourceAnswer> {
  const source = await get<SourceAnswer>('/api/source', { file })
  return { ...source, text: withPlainLineEnds(source.text) }
}

export function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

let latestScenario = 0

/** Shows a scenario, or none if the project does not contain it. */
export async function showScenario(key: string): Promise<void> {
  latestScenario += 1
  const number = latestScenario
  const load = loadScenario(key).catch((error: unknown) => {
    if (error instanceof RequestError && error.status === 404) return 'none' as const
    throw error
  })
  const loaded = await loadPart('scenario', load, () => number === latestScenario)
  if (loaded !== undefined) openScenario.value = loaded === 'none' ? undefined : loaded
}

async function reloadScenario(): Promise<void> {
  const shown = openScenario.peek()
  if (shown === undefined) return
  await showScenario(shown.key)
}

/** Shows the state of the disk. */
export async function followChange(number: number, files: readonly string[]): Promise<void> {
  await writing
  const before = openScenario.peek()
  await Promise.all([loadProject(), reloadScenario()])
  revision.value = Math.max(revision.value, number)
  const after = openScenario.peek()
  const isForeign = before?.key === after?.key && before?.hash !== after?.hash && !writtenHashes.has(after?.hash ?? '')
  if (isForeign && files.includes(after?.file ?? '')) announceForeignChange(`${after?.file} changed on the disk.`)
}

/** The scenario that links to other views keep: the one in the address, or the one that was shown last. */
export function currentKey(): string | undefined {
  return route.value.key ?? openScenario.value?.key
}
