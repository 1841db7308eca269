import { join } from 'node:path'
import { compileProject, readProjectText, setDefaultThreshold } from '@scenewright/compiler'
import { replaceFile } from '@scenewright/compiler/format'
import { OperationError } from '@scenewright/model'
import { scenarioPath } from '@scenewright/model/compilation'
import { scenarioDefaultsIn } from '@scenewright/model/config'
import { visible } from '@scenewright/model/text'
import type { TunedScenario, Tuning } from '@scenewright/simulator/lab'
import type { OpenProject } from '@scenewright/workspace'
import type { Invocation } from '../../shell/command.ts'
import { writeNew } from '../../shell/files.ts'
import { editSource } from '../example/edit-source.ts'

/** The active scenarios of a project, and whether their sources set a threshold. */
export async function tunedScenarios({ project }: OpenProject): Promise<readonly TunedScenario[]> {
  const { sources } = await compileProject(project)
  const path = scenarioPath('min_confidence')
  const standard = scenarioDefaultsIn({}).min_confidence
  return sources
    .flatMap(({ scenarios }) => scenarios)
    .filter(({ isActive }) => isActive)
    .map(({ key, document, map }) => {
      const { start, end } = map.place(path).range
      // An absent field is at the empty start of the source.
      const isOwn = start.line !== end.line || start.column !== end.column
      return { key, min_confidence: document.scenario.min_confidence ?? standard, isOwn }
    })
}

/**
 * Writes the proposed thresholds into the config and the sources, each by a minimal edit. What cannot be edited safely
 * is reported, with its place. Returns whether all were written.
 */
export async function writeTuning(
  { terminal }: Invocation,
  { project, scenarios }: OpenProject,
  tuning: Tuning,
): Promise<boolean> {
  const written: string[] = []
  const failed: string[] = []
  const attempt = async (write: () => Promise<string>) => {
    try {
      written.push(await write())
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      failed.push(error.help === undefined ? error.message : `${error.message}; ${error.help}`)
    }
  }
  const { default: standard } = tuning
  if (standard !== undefined) await attempt(() => writeDefault(project, standard.to))
  for (const { key, to } of tuning.scenarios) {
    const scenario = scenarios.find(each => each.key === key)
    if (scenario === undefined) continue
    const path = scenarioPath('min_confidence')
    await attempt(async () => {
      const edited = await editSource(project, scenario, { kind: 'set', path, value: to })
      return `${edited.file}:${edited.lineOf(path)}`
    })
  }
  for (const place of written) terminal.err(`written: ${visible(place)}\n`)
  for (const message of failed) terminal.err(`not written: ${visible(message)}\n`)
  return failed.length === 0
}

async function writeDefault({ root, configFile }: OpenProject['project'], value: number): Promise<string> {
  const file = configFile ?? 'scenewright.config.yaml'
  const text = configFile === null ? '' : readProjectText(root, configFile)
  const edited = await setDefaultThreshold(text, value)
  if (edited === undefined) {
    throw new OperationError(
      'config',
      `${file} cannot be changed safely: write scenarios: { min_confidence: ${value} }`,
    )
  }
  if (configFile === null) await writeNew(join(root, file), edited, false)
  else await replaceFile(join(root, file), edited)
  return file
}
