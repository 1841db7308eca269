import { compareText } from '@scenewright/model/text'
import type { Bot, BotScenario } from '../dialogue/bot.ts'
import type { FlowIndex } from '../flow/flow-index.ts'
import { walkFlow } from '../flow/walk.ts'
import type { SimulatedScenario } from '../simulated-scenario.ts'
import { type Coverage, type CoveredPart, type ScenarioCoverage, triggerOutcomes } from './coverage.ts'
import { type CountedTurn, countTurn, type ScenarioTally, type Tally } from './tally.ts'

/** The ids of a flow's nodes and edges, and which of them a simulated walk can reach. Each id once. */
interface FlowParts {
  readonly nodes: ReadonlyMap<string, boolean>
  readonly edges: ReadonlyMap<string, boolean>
}

/** A test that was run. Of the scores of a turn, only those are needed that affect outcomes. */
export interface MeasuredTest {
  readonly status: 'passed' | 'failed'
  readonly turns: readonly CountedTurn[]
}

/** Measures what tests cover, test by test. */
export interface CoverageMeter {
  add(test: MeasuredTest): void
  /** The coverage by the tests so far. */
  coverage(): Coverage
}

/** Creates a meter for a bot. `scenarios` are those that it was created from. */
export function createCoverageMeter(bot: Bot, scenarios: readonly SimulatedScenario[]): CoverageMeter {
  const passed: Tally = new Map()
  const failed: Tally = new Map()
  const excluding = new Set(scenarios.flatMap(({ key, scenario }) => (scenario.exclusions?.length ? [key] : [])))
  const inactive = new Set(scenarios.flatMap(({ key }) => (bot.scenarios.has(key) ? [] : [key])))
  const measure = (scenario: BotScenario): ScenarioCoverage => {
    const { key } = scenario
    const possible = { isExcluding: excluding.has(key), canClarify: bot.settings.scenario_clarify_enabled }
    return { key, ...measured(scenario, passed.get(key), failed.get(key)), ...outcomes(passed.get(key), possible) }
  }
  return {
    add({ status, turns }) {
      for (const turn of turns) countTurn(status === 'passed' ? passed : failed, turn)
    },
    coverage: () => ({
      scenarios: Array.from(bot.scenarios.values(), measure),
      inactive: [...inactive].sort(compareText),
    }),
  }
}

type Measured = Pick<ScenarioCoverage, 'starts' | 'failedStarts' | 'nodes' | 'edges'>

function measured(
  { flow }: BotScenario,
  passed: ScenarioTally | undefined,
  failed: ScenarioTally | undefined,
): Measured {
  const parts = simulableParts(flow)
  const partsWith = (kind: 'nodes' | 'edges') =>
    Array.from(
      parts[kind],
      ([id, isSimulable]): CoveredPart => ({
        id,
        isSimulable,
        hits: passed?.[kind].get(id) ?? 0,
        failedHits: failed?.[kind].get(id) ?? 0,
      }),
    )
  return {
    starts: startsIn(passed),
    failedStarts: startsIn(failed),
    nodes: partsWith('nodes'),
    edges: partsWith('edges'),
  }
}

function startsIn(tally: ScenarioTally | undefined): number {
  return (tally?.outcomes.get('won') ?? 0) + (tally?.outcomes.get('picked') ?? 0)
}

interface PossibleOutcomes {
  readonly isExcluding: boolean
  readonly canClarify: boolean
}

function outcomes(
  tally: ScenarioTally | undefined,
  { isExcluding, canClarify }: PossibleOutcomes,
): Pick<ScenarioCoverage, 'outcomes'> {
  const possible = triggerOutcomes.filter(outcome => {
    if (outcome === 'excluded') return isExcluding
    return canClarify || (outcome !== 'clarified' && outcome !== 'picked')
  })
  return { outcomes: Object.fromEntries(possible.map(outcome => [outcome, tally?.outcomes.get(outcome) ?? 0])) }
}

/** Divides a flow into the parts that can and cannot be simulated: from its start there is exactly one walk. */
function simulableParts(flow: FlowIndex): FlowParts {
  const walk = walkFlow(flow)
  const edges = [...flow.edges.values()].flat().map(({ id }) => id)
  return { nodes: marked(flow.nodes.keys(), walk.nodes), edges: marked(edges, walk.edges) }
}

function marked(ids: Iterable<string>, simulable: readonly string[]): ReadonlyMap<string, boolean> {
  const known = new Set(simulable)
  return new Map(Array.from(ids, id => [id, known.has(id)]))
}
