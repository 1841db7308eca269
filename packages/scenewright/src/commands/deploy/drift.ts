import type { Project } from '@scenewright/compiler'
import { type EditedScenario, handEditText, readHandEdits, requestName } from '@scenewright/deployer'
import { deployedDocuments } from '@scenewright/deployer/goals'
import type { State, StateStore } from '@scenewright/deployer/state'
import { type ComparedScenario, diffScenarios, type ScenarioDiff } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import { compareText, visible } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import type { CommandDefinition, ExitCode, Invocation } from '../../shell/command.ts'
import { deployedSide, withoutLayout } from '../diff/deployed-sides.ts'
import { type DiffFormatName, diffFormatNames } from '../diff/formats/index.ts'
import { printDiff } from '../diff/formats/print-diff.ts'
import { levelSettings } from '../diff/level-settings.ts'
import { type Exported, matchExports } from '../diff/match-exports.ts'
import { readExports } from '../diff/read-documents.ts'
import { loadTargetState, openReading, openTarget } from './deploy.ts'
import { type EnvironmentOptions, environmentOption } from './deploy-options.ts'

interface Options extends EnvironmentOptions {
  readonly format: DiffFormatName
  readonly fromExport?: readonly string[]
  readonly key?: string
}

export const drift: CommandDefinition<Options> = {
  formats: diffFormatNames,
  options: command =>
    environmentOption(command)
      .option(
        '--from-export <path...>',
        'compare documents (or folders) that were exported in the editor of the service; sends no requests',
      )
      .option('--key <key>', 'with --from-export: the key of the scenario (default: found by file name or title)'),
  examples: [
    ['scenewright drift --env production', 'list manual changes since the last deploy; one request per scenario'],
    ['scenewright drift --from-export refund.json --key billing/refund', 'the same for one exported document'],
    ['scenewright drift --env production --from-export exports/', 'the same for a folder of documents'],
  ],
  async run(invocation, _args, options) {
    const { fromExport, key } = options
    if (fromExport === undefined && key !== undefined) throw keyWithoutExport()
    const project = await openConfig(invocation, options)
    const found =
      fromExport === undefined
        ? await inService(invocation, project, options)
        : await inExports(invocation, project, { ...options, fromExport })
    const { base, head, name, scenarios, help, code } = found
    const report = { ...name, scenarios, behavior: [], compared: { base, head } }
    await printDiff(invocation, { report, format: options.format, root: project.root })
    invocation.terminal.err(help)
    return code
  },
}

interface Found {
  readonly base: readonly ComparedScenario[]
  readonly head: readonly ComparedScenario[]
  readonly name: { readonly base: string; readonly head: string }
  readonly scenarios: readonly ScenarioDiff[]
  readonly code: ExitCode
  /** The suggested action. */
  readonly help: string
}

/** The comparison of an environment's deployed scenarios with the records on the service. */
async function inService(invocation: Invocation, project: Project, options: Options): Promise<Found> {
  const target = await openTarget(invocation, project, options)
  const state = await loadTargetState(target)
  const reading = await openReading(invocation, target)
  const edits = await readHandEdits({ ...reading, state }).finally(reading.end)
  const base = await knownVersions(target.store, edits)
  const head = base.flatMap(scenario =>
    edits.flatMap(edit => (edit.key === scenario.key ? serviceSide(scenario, edit) : [])),
  )
  const scenarios = diffScenarios(base, head, levelSettings(project))
  const name = { base: `deployed:${target.environment.name} (serial ${state.serial})`, head: 'the service' }
  const open = openHelp(state)
  const code = open !== '' ? 4 : edits.length > 0 ? 1 : 0
  return { base, head, name, scenarios, code, help: editsHelp(edits) + open }
}

/** The published versions of scenarios according to the state, or else their drafts; also of those without a source. */
async function knownVersions(
  store: StateStore,
  some: readonly Pick<EditedScenario, 'key' | 'entry'>[],
): Promise<readonly ComparedScenario[]> {
  const known = some.flatMap(({ key, entry: { published, draft, is_active } }) => {
    const version = published ?? draft
    return version === undefined ? [] : [{ key, version, isActive: is_active }]
  })
  const documents = await deployedDocuments(store, known)
  return known.flatMap(({ key, isActive }) => {
    const document = documents.get(key)
    return document === undefined ? [] : [withoutLayout({ key, document, ...(isActive !== null && { isActive }) })]
  })
}

/** The service's version of a scenario; empty if its record is gone. */
function serviceSide(
  deployed: ComparedScenario,
  { edited: { kinds, document } }: EditedScenario,
): readonly ComparedScenario[] {
  if (kinds.includes('gone')) return []
  const isActive = kinds.includes('switched-on') || (!kinds.includes('switched-off') && deployed.isActive)
  return [withoutLayout({ ...deployed, ...(document && { document }), ...(isActive !== undefined && { isActive }) })]
}

function editsHelp(edits: readonly EditedScenario[]): string {
  if (edits.length === 0) return ''
  return visible(
    [
      'Edited by hand:\n',
      ...edits.map(({ key, edited, entry: { tombstone } }) => {
        return `  ${key}: ${handEditText(edited)}${tombstone === undefined ? '' : '; its source was removed'}\n`
      }),
      'To keep a change, add it to the source. To discard it: scenewright apply --overwrite <key>\n',
    ].join(''),
  )
}

/** What an open request may have changed cannot be compared. */
function openHelp({ scenarios }: State): string {
  const open = Object.entries(scenarios).sort(([a], [b]) => compareText(a, b))
  const lines = open.flatMap(([key, { intent }]) => (intent === undefined ? [] : `  ${key}: ${requestName(intent)}\n`))
  if (lines.length === 0) return ''
  return visible(`Not fully compared, because a request is open (see \`scenewright status\`):\n${lines.join('')}`)
}

async function inExports(
  invocation: Invocation,
  project: Project,
  options: Options & { readonly fromExport: readonly string[] },
): Promise<Found> {
  const exports = await readExports(invocation.cwd, options.fromExport)
  const target = await openTarget(invocation, project, options)
  const adopted = await unpublishedVersions(target.store, await loadTargetState(target))
  const deployed = await deployedSide(invocation, project, options)
  const { base, head } = matchExports([...deployed.scenarios.map(withoutLayout), ...adopted], exports, options.key)
  const compared = { base, head: head.map(withoutLayout) }
  const scenarios = diffScenarios(compared.base, compared.head, levelSettings(project))
  const help = exportsHelp(scenarios, head, new Set(base.map(one => one.key)))
  const name = { base: deployed.name, head: 'the export' }
  return { ...compared, name, scenarios, code: scenarios.length > 0 ? 1 : 0, help }
}

/** The versions of scenarios that exist on the service, and were never published by a deploy, such as adopted ones. */
function unpublishedVersions(store: StateStore, { scenarios }: State): Promise<readonly ComparedScenario[]> {
  const waiting = Object.entries(scenarios).flatMap(([key, entry]) =>
    entry.remote_id === undefined || entry.published !== undefined || entry.tombstone !== undefined
      ? []
      : [{ key, entry }],
  )
  return knownVersions(store, waiting)
}

function keyWithoutExport(): OperationError {
  return new OperationError('usage', '--key is for an exported document', {
    help: 'pass the document with --from-export, or omit --key to read every scenario',
  })
}

/** How to merge manual changes into the sources. */
function exportsHelp(
  scenarios: readonly ScenarioDiff[],
  exports: readonly (ComparedScenario & Exported)[],
  deployed: ReadonlySet<string>,
): string {
  const changed = new Set(scenarios.map(({ key }) => key))
  const shown = exports.filter(({ key }) => changed.has(key))
  const known = shown.filter(({ key }) => deployed.has(key))
  const unknown = shown.filter(({ key }) => !deployed.has(key))
  const edits = known.map(
    ({ key, path }) => `  scenewright decompile ${path} --out scenarios/${key}.scenario.yaml --force\n`,
  )
  const adoptions = unknown.map(
    ({ key, path }) => `  scenewright adopt ${key} --id <its unique_id> --document ${path}\n`,
  )
  return visible(
    [
      ...(edits.length > 0
        ? ['The next deploy reverts this. To keep it, add it to the sources, and review it there:\n', ...edits]
        : []),
      ...(adoptions.length > 0
        ? ['No deploy created this. A new source would create it again; adopt the existing record:\n', ...adoptions]
        : []),
    ].join(''),
  )
}
