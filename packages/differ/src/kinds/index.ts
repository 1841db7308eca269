import { activity } from './activity.ts'
import type { ChangeDefinition, ChangeGroup } from './change-group.ts'
import { dependencies } from './dependencies.ts'
import { edgeContent } from './edge-content.ts'
import { edgeOrder } from './edge-order.ts'
import { edges } from './edges.ts'
import { ends } from './ends.ts'
import { examples } from './examples.ts'
import { exclusions } from './exclusions.ts'
import { identity } from './identity.ts'
import { insertions } from './insertions.ts'
import { layout } from './layout.ts'
import { listing } from './listing.ts'
import { nodeContent } from './node-content.ts'
import { nodes } from './nodes.ts'
import { otherFields } from './other-fields.ts'
import { projectKinds } from './project.ts'
import { reach } from './reach.ts'
import { settings } from './settings.ts'
import { start } from './start.ts'
import { texts } from './texts.ts'

/** All groups of kinds, in the order in which changes of one level are reported: one file, one line. */
export const changeGroups = [
  identity,
  activity,
  ends,
  reach,
  start,
  insertions,
  nodes,
  nodeContent,
  edges,
  edgeContent,
  edgeOrder,
  examples,
  exclusions,
  settings,
  texts,
  dependencies,
  otherFields,
  listing,
  layout,
] as const

type ScenarioKind = (typeof changeGroups)[number] extends infer Each
  ? Each extends ChangeGroup<infer Kind>
    ? Kind
    : never
  : never

/** The name of a kind of change. */
export type ChangeKind = ScenarioKind | keyof typeof projectKinds

/** Every kind by its name. */
export const kinds: Readonly<Record<ChangeKind, ChangeDefinition>> = Object.assign(
  {},
  ...changeGroups.map(group => group.kinds),
  projectKinds,
)
