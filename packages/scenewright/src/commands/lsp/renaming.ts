import { isKey, isSourceName } from '@scenewright/compiler'
import { renameTexts } from '@scenewright/compiler/rename-texts'
import { namedFolders } from '@scenewright/compiler/source-reader'
import { type Edit, OperationError, type Place } from '@scenewright/model'
import { type Change, type CompiledScenario, editRefusals, nodePath } from '@scenewright/model/compilation'
import { noScenario } from '@scenewright/model/conversation-tests'
import { compileRevision, findBase, openRepository, readTree } from '@scenewright/workspace/git'
import { type LiveProject, referencesTo, scenariosWithNode } from '@scenewright/workspace/live'
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver'
import { acceptedKeys } from './accepted-keys.ts'
import type { Session } from './session.ts'

/** The edits that rename a node of a scenario, with its references in the source and in conversation tests. */
export async function renameNode(
  live: LiveProject,
  { key, id, to }: { readonly key: string | undefined; readonly id: string; readonly to: string },
): Promise<readonly Edit[]> {
  const [only, ...others] = scenariosWithNode(live, id)
  const isUnique = others.length === 0
  const owner = key ?? (isUnique ? only : undefined)
  if (owner === undefined) throw refused(`"${id}" is a node of several scenarios, and the test does not name one`)
  const scenario = await scenarioForEdits(live, owner)
  const index = scenario?.document.scenario.definition.nodes.findIndex(node => node.id === id) ?? -1
  if (scenario === undefined || index === -1) throw refused(`no scenario has the node "${id}"`)
  const { nodes } = scenario.document.scenario.definition
  if (to !== id && nodes.some(node => node.id === to)) throw refused(`"${owner}" has another node "${to}"`)
  const symbol = { kind: 'node', id, scenario: owner } as const
  const references = await referencesTo(live, symbol)
  // A walk of a test that names no scenario may be that of another one with such a node.
  const inTests = references.filter(({ file, symbol: found }) => {
    return file !== scenario.file && found.kind === 'node' && (found.scenario === owner || isUnique)
  })
  return [
    ...editsOf(scenario, { kind: 'renameKey', path: nodePath(index), to }),
    ...textEdits(live, inTests, { from: id, to }),
  ]
}

/** Another key for a scenario. */
interface ScenarioRename {
  readonly key: string
  readonly to: string
  readonly keysAtBase: KeysAtBase
  /** The keys that scenarios lose at the same time. */
  readonly leaving?: ReadonlySet<string>
}

/**
 * The edits that give a scenario another key: `renamed_from` and a written `key` in its source, and all references in
 * tests and acceptances. The file itself is not renamed.
 */
export async function renameScenario(
  live: LiveProject,
  { key, to, keysAtBase, leaving = new Set() }: ScenarioRename,
): Promise<readonly Edit[]> {
  if (!isKey(to)) throw refused(`"${to}" is not a valid key: ${keyFault(to)}`)
  if (!leaving.has(to) && (await live.scenario(to)) !== undefined) throw refused(`another scenario has the key "${to}"`)
  const scenario = await scenarioForEdits(live, key)
  if (scenario === undefined) throw refused(`no scenario has the key "${key}"`)
  const own: Change = { kind: 'renameKey', path: ['key'], to }
  const traced: Change =
    scenario.renamedFrom === to
      ? { kind: 'remove', path: ['renamed_from'] }
      : { kind: 'set', path: ['renamed_from'], value: key }
  const changes = [
    ...(hasOwnKey(scenario) ? [own] : []),
    ...((await isTraced(scenario, { to, keysAtBase })) ? [] : [traced]),
  ]
  const references = await referencesTo(live, { kind: 'scenario', key })
  const accepted = (await acceptedKeys(live)).filter(entry => entry.key === key)
  return [
    ...(changes.length === 0 ? [] : editsOf(scenario, changes)),
    ...textEdits(live, references, { from: key, to }),
    ...textEdits(live, accepted, { from: key, to }),
  ]
}

/** Why a text is no key. */
function keyFault(text: string): string {
  if (text === noScenario) return 'it means no scenario in tests and labels'
  return 'a key consists of names separated by "/", such as billing/refund-status'
}

/** Whether `renamed_from` already leads from a new key to the scenario as others know it. */
async function isTraced(
  { key, renamedFrom }: CompiledScenario,
  { to, keysAtBase }: Pick<ScenarioRename, 'to' | 'keysAtBase'>,
): Promise<boolean> {
  // An editor that renames a scenario with its file asks once more, when it renames the file.
  if (renamedFrom === undefined || renamedFrom === key) return renamedFrom === key
  // A key that no other branch has seen was hardly deployed: the scenario is still the one that had the key before.
  return renamedFrom !== to && (await keysAtBase())?.has(key) === false
}

/** The keys of all scenarios where the present work left the default branch; undefined if git does not tell. */
export type KeysAtBase = () => Promise<ReadonlySet<string> | undefined>

/** Reads the keys once, when they are first needed. */
export function createKeysAtBase(session: Session, live: LiveProject): KeysAtBase {
  let keys: ReturnType<KeysAtBase> | undefined
  return () => {
    keys ??= readKeysAtBase(session, live)
    return keys
  }
}

async function readKeysAtBase({ invocation }: Session, { project }: LiveProject): ReturnType<KeysAtBase> {
  const { env, signal } = invocation
  const { root, configFile } = project
  try {
    const repository = await openRepository({ env, signal, folder: root })
    const { commit } = await findBase(repository, { cwd: root })
    const { files: tree } = await readTree(repository, commit)
    const paths = [...tree.keys()].filter(isSourceName)
    const past = await compileRevision(repository, {
      tree,
      paths,
      configFile: configFile ?? 'scenewright.config.yaml',
    })
    return past && new Set(past.sources.flatMap(({ scenarios }) => scenarios.map(({ key }) => key)))
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}

/** Whether the source of a scenario contains its key. */
export function hasOwnKey({ map }: CompiledScenario): boolean {
  const { start, end } = map.sourceField('key').range
  return start.line !== end.line || start.column !== end.column
}

/** The parts of a source's name: its folder of sources with the slash, the key that it gives, and its suffix. */
export interface SourcePath {
  readonly folder: string
  readonly key: string
  readonly suffix: string
}

/** The parts of a file's name; undefined if it gives no key. */
export function sourcePath({ project }: LiveProject, file: string): SourcePath | undefined {
  const suffix = /\.scenario\.(?:yaml|yml|ts)$/.exec(file)?.[0]
  const folders = namedFolders(project.config).map(folder => (folder === '.' ? '' : `${folder}/`))
  const folder = folders.find(each => file.startsWith(each))
  if (suffix === undefined || folder === undefined) return undefined
  return { folder, key: file.slice(folder.length, -suffix.length), suffix }
}

interface NewKey {
  readonly key: string
  readonly newKey: string
}

/** The scenarios of a file whose keys follow from its path, and their keys if it gives `to` instead of `from`. */
export async function newKeys(
  live: LiveProject,
  file: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly NewKey[]> {
  const { scenarios = [] } = (await live.compiled(file)) ?? {}
  const own = scenarios.filter(scenario => !hasOwnKey(scenario))
  return own.map(({ key }) => ({ key, newKey: to + key.slice(from.length) }))
}

/** The error of a renaming that is not possible; the client shows its message. */
export function refused(message: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, message)
}

async function scenarioForEdits(live: LiveProject, key: string): Promise<CompiledScenario | undefined> {
  const { file } = (await live.scenario(key)) ?? {}
  const source = file === undefined ? undefined : await live.forEdits(file)
  return source?.scenarios.find(scenario => scenario.key === key)
}

function editsOf(scenario: CompiledScenario, change: Change | readonly Change[]): readonly Edit[] {
  const result = scenario.map.edit(change)
  if ('refused' in result) throw refused(`"${scenario.file}" cannot be changed safely: ${editRefusals[result.refused]}`)
  return result.edits
}

function textEdits(
  live: LiveProject,
  places: readonly Place[],
  names: { readonly from: string; readonly to: string },
): readonly Edit[] {
  const files = new Set(places.map(({ file }) => file))
  return [...files].flatMap(file => {
    const own = places.filter(place => place.file === file).map(({ range }) => ({ file, range }))
    const edits = renameTexts(live.text(file), own, names)
    if (edits === undefined) throw refused(`"${names.from}" in "${file}" is computed, or used elsewhere too`)
    return edits
  })
}
