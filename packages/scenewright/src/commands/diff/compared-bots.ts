import type { Project } from '@scenewright/compiler'
import type { ComparedScenario } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import type { BotSettings } from '@scenewright/model/config'
import type { SimulatedScenario } from '@scenewright/simulator'
import { botSettings, scoresOffline, toSimulated } from '@scenewright/workspace/bot'
import type { Sides, WholeSides } from './sides.ts'

export type Projects = { readonly base: Project; readonly head: Project }

/** If not both sides have a project file, both use that of the project. */
export function sideProjects(project: Project, { base, head }: Sides): Projects {
  if (base.settings === undefined || head.settings === undefined) return { base: project, head: project }
  return { base: { ...project, config: base.settings.config }, head: { ...project, config: head.settings.config } }
}

/** Scenarios that are equal on both sides share one model, so that it is created only once. */
export function createModels({
  base,
  head,
}: WholeSides): readonly [base: readonly ScenarioModel[], head: readonly ScenarioModel[]] {
  const models = new Map<ComparedScenario, ScenarioModel>()
  for (const scenario of [...base, ...head]) if (!models.has(scenario)) models.set(scenario, createModel(scenario))
  const of = (side: readonly ComparedScenario[]) => side.flatMap(scenario => models.get(scenario) ?? [])
  return [of(base), of(head)]
}

/** A scenario is active unless it is known to be inactive; a document without a flow has an empty one. */
function createModel({ key, isActive = true, document }: ComparedScenario): ScenarioModel {
  const { definition = { start_node_id: '', nodes: [], edges: [] }, ...fields } = document.scenario
  return { key, file: '', isActive, document: { ...document, scenario: { ...fields, definition } } }
}

/** Both bots of a comparison, for a page that answers messages. Plain JSON. */
export interface ComparedBots {
  /** All scenarios of both; those that are equal on both sides once. */
  readonly scenarios: readonly SimulatedScenario[]
  readonly base: BotParts
  readonly head: BotParts
  /** Whether a bot uses a model for embeddings, which the page does not. */
  readonly lacksEmbeddings: boolean
}

interface BotParts {
  readonly settings: BotSettings
  /** The indexes of its scenarios. */
  readonly scenarios: readonly number[]
}

/** Reads the bots of both sides. Sides that are no bots are a usage error. */
export async function readComparedBots(project: Project, sides: Sides): Promise<ComparedBots> {
  if (sides.whole === undefined) {
    throw new OperationError('usage', 'the compared files are not complete bots, so a page cannot answer messages', {
      help: 'compare two folders or revisions, or omit --interactive',
    })
  }
  const [base, head] = createModels(await sides.whole())
  const projects = sideProjects(project, sides)
  const models = [...new Set([...base, ...head])]
  const indexes = new Map(models.map((model, index) => [model, index]))
  const partsOf = (side: readonly ScenarioModel[], { config }: Project): BotParts => ({
    settings: botSettings(config),
    scenarios: side.flatMap(model => indexes.get(model) ?? []),
  })
  return {
    scenarios: models.map(toSimulated),
    base: partsOf(base, projects.base),
    head: partsOf(head, projects.head),
    lacksEmbeddings: !scoresOffline(projects.base.config) || !scoresOffline(projects.head.config),
  }
}
