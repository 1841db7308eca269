import type { Place } from '@scenewright/model'
import { type CompiledScenario, scenarioPath } from '@scenewright/model/compilation'
import type { LiveProject } from '@scenewright/workspace/live'

type ExampleConfidence = Awaited<ReturnType<LiveProject['confidences']>>[number]

/** An example in a source, and its score when its scenario does not contain it. */
export interface PlacedExample extends ExampleConfidence {
  readonly place: Place
}

/** The evaluated examples of a scenario, in their order. */
export async function examplesIn(live: LiveProject, { key, map }: CompiledScenario): Promise<readonly PlacedExample[]> {
  const confidences = await live.confidences(key)
  return confidences.map((found, index) => ({ ...found, place: map.place(scenarioPath('examples', index)) }))
}

/** The score of an example, for people. */
export function describeConfidence({ confidence, rival }: Omit<ExampleConfidence, 'text'>): string {
  const own = `Without this example, its message has a confidence of ${confidence}`
  return rival === undefined
    ? `${own}; no other scenario is similar.`
    : `${own}. The nearest rival is "${rival.scenario}" with ${rival.confidence}.`
}
