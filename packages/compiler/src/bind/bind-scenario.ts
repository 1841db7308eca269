import schema from '@scenewright/schemas/scenario.schema.json' with { type: 'json' }
import { validate } from '@scenewright/schemas/validate/scenario'
import type { Problem } from '../parse/problem.ts'
import { findField, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'
import { findExtraProblems } from './extra.ts'
import { findKeyProblems } from './key.ts'
import type { YamlText } from './needs-quotes.ts'
import { findSchemaProblems } from './schema-problems.ts'

/** The result of binding a source tree. If `scenario` is set, it can be lowered, with or without problems. */
export interface BoundScenario {
  readonly scenario?: SourceMapping
  readonly problems: readonly Problem[]
}

interface BindContext {
  /** The key of a scenario that contains none. */
  readonly pathKey: string
  readonly extensionProblems: readonly Problem[]
  readonly yaml: YamlText | undefined
}

/**
 * Checks a source tree against the schema of a scenario, and the rules that no schema can express. Problems in fields
 * of declared types, which were found before, do not prevent lowering: these fields are copied unchanged.
 */
export function bindScenario(root: SourceNode, { pathKey, extensionProblems, yaml }: BindContext): BoundScenario {
  const { problems, isSound } = findSchemaProblems(root, { subject: 'the scenario', schema, validate, yaml })
  if (root.kind !== 'mapping') return { problems }
  const flow = flowProblems(root)
  const all = [
    ...problems,
    ...findKeyProblems(root, pathKey),
    ...findExtraProblems(root),
    ...flow,
    ...extensionProblems,
  ]
  return isSound && flow.length === 0 ? { scenario: root, problems: all } : { problems: all }
}

/** Edges are either in `flow.edges`, or in the `next` of each node. */
function flowProblems(root: SourceMapping): readonly Problem[] {
  const flow = findField(root, 'flow')?.value
  if (flow?.kind !== 'mapping') return []
  const edges = findField(flow, 'edges')
  const nodes = findField(flow, 'nodes')?.value
  if (edges === undefined || nodes?.kind !== 'mapping') return []
  for (const { name, value } of nodes.fields) {
    const next = value.kind === 'mapping' ? findField(value, 'next') : undefined
    if (next === undefined) continue
    return [
      {
        rule: 'source/schema',
        message: `Node "${name}" has a "next", but the flow has "edges": use only one of them`,
        span: next.key,
        node: name,
        related: [{ span: edges.key, message: 'The edges are here' }],
      },
    ]
  }
  return []
}
