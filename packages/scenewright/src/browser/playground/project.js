import { check } from '@scenewright/checker'
import { compileText, isKey } from '@scenewright/compiler'
import { botDefaults } from '@scenewright/model/config'
import { createBot } from '@scenewright/simulator'

/** The settings of a project without a project file. */
const config = {}

const folder = 'scenarios/'

/**
 * Compiles and checks sources in YAML, by their names such as `scenarios/delivery/times.scenario.yaml`. Resolves with
 * the findings, as `scenewright check` reports them, and a bot of all scenarios that compile.
 */
export async function openProject(files, before) {
  const sources = await Promise.all(
    [...files].map(([file, text]) => compileText({ file, key: keyOf(file), text }, config)),
  )
  const scenarios = sources.flatMap(source => source.scenarios)
  const { findings } = check({ sources, findings: [] }, config)
  const simulated = scenarios.map(({ key, isActive, document }) => ({ key, isActive, scenario: document.scenario }))
  return { findings, bot: createBot(simulated, botDefaults, before?.bot) }
}

/** Loads the parts that broken sources and tests need. Without a network they are loaded when they are needed. */
export async function loadParts() {
  const texts = [`${folder}any.scenario.yaml`, `${folder}any.test.yaml`].map(file => [file, '['])
  await openProject(new Map(texts)).catch(() => {})
}

function keyOf(file) {
  return file.slice(folder.length).replace(/\.scenario\.ya?ml$|\.test\.ya?ml$/, '')
}

/** The name of the file of a scenario's key; undefined if it is no key. */
export function fileOf(key) {
  return isKey(key) ? `${folder}${key}.scenario.yaml` : undefined
}
