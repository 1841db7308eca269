import { count } from '@scenewright/model/text'
import { isStarted, type ScenarioCoverage } from '@scenewright/simulator/coverage'
import type { Collision } from '@scenewright/simulator/lab'
import type { Picture, PictureLink, PictureNode } from '../../render/graph/picture.ts'

/** A project to draw. */
export interface DrawnProject {
  /** Titles by key. */
  readonly titles: ReadonlyMap<string, string>
  /** The pairs that the bot confuses. */
  readonly collisions: readonly Collision[]
  /** Pairs with fewer colliding examples are left out. */
  readonly least: number
  /** The coverage by tests; absent if not requested. */
  readonly coverage?: readonly ScenarioCoverage[]
}

/**
 * The scenarios of a project that are similar to another, and how similar. Those without a similar one are not drawn.
 */
export function pictureProject({ titles, collisions, least, coverage }: DrawnProject): Picture {
  const near = collisions.filter(collision => sizeOf(collision) >= least)
  const keys = [...new Set(near.flatMap(({ scenarios }) => scenarios))].sort((a, b) => (a < b ? -1 : 1))
  const started = new Map(coverage?.map(scenario => [scenario.key, isStarted(scenario)]))
  return {
    title: 'Similar scenarios',
    description: `${count(near.length, 'pair')} of ${count(titles.size, 'scenario')} that the bot confuses for their own examples.`,
    nodes: keys.map((key): PictureNode => {
      const isCovered = started.get(key)
      const mark = isCovered === undefined ? {} : { mark: isCovered ? ('covered' as const) : ('uncovered' as const) }
      return { id: key, name: key, text: titles.get(key) ?? '', look: 'scenario', isStart: false, ...mark }
    }),
    links: near.map(toLink),
    isDirected: false,
    showsCoverage: coverage !== undefined,
  }
}

function toLink(collision: Collision): PictureLink {
  const { scenarios, started, asked } = collision
  const [source, target] = scenarios
  const label = [started > 0 ? `${started} started` : '', asked > 0 ? `${asked} asked` : ''].filter(Boolean).join(', ')
  return { source, target, label, weight: Math.min(4, 1 + Math.floor(Math.log2(sizeOf(collision)))) }
}

function sizeOf({ started, asked }: Collision): number {
  return started + asked
}
