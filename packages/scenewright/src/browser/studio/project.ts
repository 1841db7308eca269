import { batch, signal } from '@preact/signals'
import type { ProjectAnswer, ScenarioAnswer, SourceAnswer } from '../../commands/studio/protocol.ts'
import { announceForeignChange, loadPart } from './notices.tsx'
import { revision } from './resource.ts'
import { route } from './route.ts'
import { get, RequestError } from './session.ts'

/** The project, once it was loaded. */
export const project = signal<ProjectAnswer | undefined>(undefined)

/** The scenario whose flow and fields are shown. It stays when another view opens. */
export const openScenario = signal<ScenarioAnswer | undefined>(undefined)

/** The file whose text is shown, as it was loaded last, and why it could not be loaded since. */
interface OpenSource {
  readonly file: string
  readonly loaded?: SourceAnswer
  readonly fault?: RequestError
}

/** The source whose text is shown, in the view Source alone. */
export const openSource = signal<OpenSource | undefined>(undefined)

/** A write that goes on: its change of the disk is reported before its answer comes. */
let writing: Promise<unknown> = Promise.resolve()
const writtenHashes = new Set<string>()

/**
 * Runs a write, and loads what it changed. `settle` updates the unsaved changes by the answer, at the moment at which
 * the written file is shown: neither is seen without the other.
 */
export function writeFile<Answer extends { readonly hash: string }>(
  write: () => Promise<Answer>,
  settle: (answer: Answer) => unknown,
): Promise<Answer> {
  const written = writing.then(write).then(async answer => {
    writtenHashes.add(answer.hash)
    const loading = loadProject()
    const show = await reloadShown()
    await batch(() => {
      show()
      return settle(answer)
    })
    await loading
    return answer
  })
  writing = written.catch(() => undefined)
  return written
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
  const show = await prepareScenario(key)
  show()
}

/** Loads a scenario. Returns what shows it. */
async function prepareScenario(key: string): Promise<() => void> {
  latestScenario += 1
  const number = latestScenario
  const load = loadScenario(key).catch((error: unknown) => {
    if (error instanceof RequestError && error.status === 404) return 'none' as const
    throw error
  })
  const loaded = await loadPart('scenario', load, () => number === latestScenario)
  return () => {
    if (loaded === undefined || number !== latestScenario) return
    openScenario.value = loaded === 'none' ? undefined : loaded
  }
}

let latestSource = 0

/** Shows the text of a file, or none before it is loaded. */
export async function showSource(file: string): Promise<void> {
  if (openSource.peek()?.file !== file) openSource.value = { file }
  const show = await prepareSource(file)
  show()
}

/** Shows no source any more. */
export function hideSource(): void {
  latestSource += 1
  openSource.value = undefined
}

/** Loads a source. Returns what shows it. */
async function prepareSource(file: string): Promise<() => void> {
  latestSource += 1
  const number = latestSource
  let fault: unknown
  const load = loadSource(file).catch((error: unknown) => {
    fault = error
    throw error
  })
  const loaded = await loadPart('source', load, () => number === latestSource)
  return () => {
    if (number !== latestSource) return
    if (loaded !== undefined) openSource.value = { file, loaded }
    else if (fault instanceof RequestError) openSource.value = { ...openSource.peek(), file, fault }
  }
}

/** Loads the scenario and the source that are shown again. Returns what shows both. */
async function reloadShown(): Promise<() => void> {
  const [key, file] = [openScenario.peek()?.key, openSource.peek()?.file]
  const shows = await Promise.all([
    key === undefined ? undefined : prepareScenario(key),
    file === undefined ? undefined : prepareSource(file),
  ])
  return () =>
    batch(() => {
      for (const show of shows) show?.()
    })
}

/** Shows the state of the disk. */
export async function followChange(number: number, files: readonly string[]): Promise<void> {
  await writing
  const before = openScenario.peek()
  await Promise.all([loadProject(), reloadShown().then(show => show())])
  revision.value = Math.max(revision.value, number)
  const after = openScenario.peek()
  const isForeign = before?.key === after?.key && before?.hash !== after?.hash && !writtenHashes.has(after?.hash ?? '')
  if (isForeign && files.includes(after?.file ?? '')) announceForeignChange(`${after?.file} changed on the disk.`)
}

/** The scenario that links to other views keep: the one in the address, or the one that was shown last. */
export function currentKey(): string | undefined {
  return route.value.key ?? openScenario.value?.key
}
