import type { Project } from '@scenewright/compiler'
import { type ComparedScenario, diffScenarios } from '@scenewright/differ'
import type { ImportDocument } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import { openBoundSources, openTestedSources } from '@scenewright/workspace'
import type { Invocation } from '../../shell/command.ts'
import { loadTargetState, openTarget } from '../deploy/deploy.ts'
import type { EnvironmentOptions } from '../deploy/deploy-options.ts'
import { boundScenarios, compileSources } from './bound-scenarios.ts'
import { type Side, type Sides, wholeSides } from './sides.ts'

/**
 * The deployed scenarios according to the state of an environment, and those of the sources. The state does not contain
 * the layout, so it is left out.
 */
export async function deployedSides(invocation: Invocation, options: EnvironmentOptions): Promise<Sides> {
  const { project, scenarios } = await openBoundSources(invocation, options)
  const base = await deployedSide(invocation, project, options)
  const head = scenarios.map(withoutLayout)
  const found = diffScenarios(base.scenarios, head)
  const changed = new Set(found.flatMap(({ key, was }) => (was === undefined ? [key] : [key, was])))
  const files = scenarios.flatMap(({ key, file }) => (changed.has(key) ? [file] : []))
  const placed = files.length === 0 ? [] : await compiledAt(invocation, project, files)
  const isChanged = ({ key }: ComparedScenario) => changed.has(key) && placed.every(each => each.key !== key)
  const left = [...head.filter(isChanged), ...placed.map(withoutLayout)]
  // Scenarios that are equal on both sides need no further comparison.
  const keys = new Set(
    left.flatMap(({ key, renamedFrom }) => [key, ...(renamedFrom === undefined ? [] : [renamedFrom])]),
  )
  const isCompared = ({ key }: ComparedScenario) => keys.has(key) || changed.has(key)
  return {
    base: { ...base, scenarios: base.scenarios.filter(isCompared) },
    head: { name: 'the sources', scenarios: left },
    whole: async () => {
      const tested = await openTestedSources(invocation, options)
      return wholeSides({ base, head: { name: 'the sources', scenarios } }, [], tested.tests)
    },
  }
}

/**
 * The deployed side according to the state: the published version of every scenario whose source is not known to be
 * gone.
 */
export async function deployedSide(
  invocation: Invocation,
  project: Project,
  options: EnvironmentOptions,
): Promise<Side> {
  const { deployedDocuments } = await import('@scenewright/deployer/goals')
  const target = await openTarget(invocation, project, options)
  const { environment, store } = target
  const state = await loadTargetState(target)
  const live = Object.entries(state.scenarios).flatMap(([key, { published, tombstone, is_active }]) =>
    published === undefined || tombstone !== undefined ? [] : [{ key, version: published, isActive: is_active }],
  )
  const documents = await deployedDocuments(store, live)
  const scenarios = live.flatMap(({ key, isActive }): ComparedScenario[] => {
    const document = documents.get(key)
    return document === undefined ? [] : [{ key, document, ...(isActive !== null && { isActive }) }]
  })
  return { name: `deployed:${environment.name} (serial ${state.serial})`, scenarios }
}

/** The same scenario without the layout of its boxes. */
export function withoutLayout<Scenario extends ComparedScenario>(scenario: Scenario): Scenario & ComparedScenario {
  const { layout: _layout, ...fields } = scenario.document.scenario
  const document: ImportDocument = { ...scenario.document, scenario: fields }
  return { ...scenario, document }
}

/** Source maps are not cached. */
async function compiledAt(
  invocation: Invocation,
  project: Project,
  files: readonly ScenarioModel['file'][],
): Promise<readonly ComparedScenario[]> {
  const sources = await compileSources(project, [...new Set(files)])
  return boundScenarios(invocation, { name: 'the sources', sources })
}
