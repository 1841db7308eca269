import { startOfFile } from '@scenewright/model'
import type { ProjectReport } from '../context.ts'
import { quoted } from '../wording.ts'
import type { KnownScenarios } from './known-scenarios.ts'
import type { Reference, ScenarioReference } from './references.ts'

/** Why a name in a test leads nowhere. Equal messages are one mistake. */
export interface ReferenceFault {
  readonly message: string
  readonly related: NonNullable<ProjectReport['related']>
  /** What to do where no near name is offered. */
  readonly help: string
  readonly name: string
  /** The names that may have been meant. */
  candidates(): Iterable<string>
}

/** The fault of a name, or undefined where it has none or follows from another mistake. */
export function faultOf(reference: Reference, known: KnownScenarios): ReferenceFault | undefined {
  if (reference.kind === 'scenario') return scenarioFault(reference, known)
  const { id, scenario } = reference
  return scenario === undefined ? strayNodeFault(id, known) : nodeFault(id, scenario, known)
}

function scenarioFault({ key, otherwise }: ScenarioReference, known: KnownScenarios): ReferenceFault | undefined {
  const scenario = known.byKey.get(key)
  if (scenario?.isActive) return undefined
  if (scenario !== undefined) {
    return {
      message: `${quoted(key)} is switched off, so nothing starts it and the test cannot pass`,
      related: [{ at: { file: scenario.file, range: startOfFile }, message: 'It has `is_active: false`' }],
      help: 'Switch the scenario on again, or take what expects it out of the test.',
      name: key,
      candidates: () => [],
    }
  }
  if (known.mayHide(key)) return undefined
  return {
    message: `No scenario has the key ${quoted(key)}, so the test cannot pass`,
    related: [],
    help: 'Name a scenario that is there: its key is its path below the sources folder, without the suffix.',
    name: key,
    candidates: () => [...(otherwise === undefined ? [] : [otherwise]), ...known.byKey.keys()],
  }
}

function nodeFault(id: string, key: string, { byKey }: KnownScenarios): ReferenceFault | undefined {
  const scenario = byKey.get(key)
  if (!scenario?.isActive || scenario.nodes.has(id)) return undefined
  return {
    message: `${quoted(key)} has no node ${quoted(id)}, so the test cannot pass`,
    related: [{ at: { file: scenario.file, range: startOfFile }, message: `${quoted(key)} stands here` }],
    help: 'Name the nodes of its flow that the customer goes through.',
    name: id,
    candidates: () => scenario.nodes,
  }
}

/** A turn that names no scenario may go through any. */
function strayNodeFault(id: string, { nodes, isAll }: KnownScenarios): ReferenceFault | undefined {
  if (!isAll || nodes.has(id)) return undefined
  return {
    message: `No scenario has a node ${quoted(id)}, so the test cannot pass`,
    related: [],
    help: 'Name the nodes of a flow that the customer goes through.',
    name: id,
    candidates: () => nodes,
  }
}
