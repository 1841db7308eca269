import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ConfigField, type Project, setInConfig } from '@scenewright/compiler'
import { replaceFile } from '@scenewright/compiler/format'
import { type BegunState, beginState } from '@scenewright/deployer/state'
import { environmentDefaults, type StateBackend } from '@scenewright/model/config'
import { visible } from '@scenewright/model/text'
import type { Invocation } from '../../shell/command.ts'
import { version } from '../../shell/installation.ts'
import { progressLine } from '../../shell/terminal.ts'
import { targetEnvironment } from './deploy.ts'
import { chosenEnvironment } from './environment.ts'

/** An existing state, and its entry in the config. */
export interface BegunEnvironment {
  readonly name: string
  readonly begun: BegunState
  readonly pinned: Pinned
}

/** Initializes the state of an environment if there is none, and pins it in the config. */
export async function beginEnvironment(
  invocation: Invocation,
  project: Project,
  env: string | undefined,
): Promise<BegunEnvironment> {
  const { name, environment } = chosenEnvironment(project, env)
  const progress = progressLine(invocation.terminal)
  progress.show('checking the state backend \u2026')
  const begun = await beginState({
    backend: environment.state,
    setting: { ...invocation, environment: name, root: project.root },
    environment: { ...environmentDefaults, ...targetEnvironment(name, environment) },
    lineage: randomUUID(),
    tool: version,
  }).finally(() => progress.show(''))
  return { name, begun, pinned: await pinState(project, name, begun) }
}

/** The text for the user: the initialized state, its meaning, and how to update the config. */
export function begunText({ name, begun, pinned }: BegunEnvironment): string {
  const { state, isNew, backend } = begun
  const what = isNew ? 'Initialized an empty state' : `Found a state with serial ${state.serial}`
  const lines = [`${what}: ${begun.name}, lineage ${state.lineage}.`]
  if (isNew) lines.push(...nextSteps(name, backend))
  if (pinned.kind === 'there') lines.push('The config already pins it: nothing to do.')
  if (pinned.kind === 'written') lines.push(`${pinned.file} now pins its lineage: commit that file.`)
  if (pinned.kind === 'by-hand') lines.push(`Add to the environment "${name}" in the config:`, '', ...pinned.lines)
  return visible(`${lines.join('\n')}\n`)
}

function nextSteps(name: string, backend: StateBackend | undefined): readonly string[] {
  return [
    'It contains no scenarios: a deploy would create the existing scenarios of the bot again. To take them over first, run `scenewright adopt`.',
    ...(backend === undefined || backend.type === 'file'
      ? [
          `Only this machine has the file. To share the state with colleagues and CI, run \`scenewright state move --env ${name} --to git\`.`,
        ]
      : []),
  ]
}

/** The result for the config: it is already up to date, it was written, or the user has to add lines. */
type Pinned =
  | { readonly kind: 'there' }
  | { readonly kind: 'written'; readonly file: string }
  | { readonly kind: 'by-hand'; readonly lines: readonly string[] }

/** Records the state of an environment in the config: its lineage, and its ref if it is not the default one. */
async function pinState({ root, config, configFile }: Project, name: string, begun: BegunState): Promise<Pinned> {
  const present = config.environments?.[name]
  const { lineage } = begun.state
  const ref = begun.backend?.type === 'git' ? begun.backend.ref : undefined
  const hasRef = ref === undefined || (present?.state?.type === 'git' && present.state.ref === ref)
  if (present?.lineage === lineage && hasRef) return { kind: 'there' }
  const holder = ['environments', name]
  const fields: ConfigField[] = [
    ...(present?.lineage === lineage ? [] : [{ holder, name: 'lineage', value: lineage, after: 'bot' }]),
    ...(hasRef ? [] : [{ holder: [...holder, 'state'], name: 'ref', value: ref, after: 'type' }]),
  ]
  const path = configFile === null ? undefined : join(root, configFile)
  const text = path === undefined ? undefined : await setInConfig(await readFile(path, 'utf8'), fields)
  if (path === undefined || configFile === null || text === undefined) return { kind: 'by-hand', lines: byHand(fields) }
  await replaceFile(path, text)
  return { kind: 'written', file: configFile }
}

function byHand(fields: readonly ConfigField[]): readonly string[] {
  return fields.map(({ holder, name, value }) => {
    return holder.length > 2 ? `    state: { type: git, ${name}: ${value} }` : `    ${name}: ${value}`
  })
}
