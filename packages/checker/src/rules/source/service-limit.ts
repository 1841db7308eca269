import { type DocumentPath, edgePath, nodePath, scenarioPath } from '@scenewright/model/compilation'
import { serviceLimits } from '@scenewright/model/limits'
import { nodesPath } from '../../flow/flow.ts'
import { scenarioRule } from '../../rule.ts'
import { textName } from '../../texts/text-name.ts'
import { quoted } from '../../wording.ts'

const { nameLength, textLength, messages, priority: ranks } = serviceLimits

const texts = [
  ['title', nameLength],
  ['trigger_description', textLength],
  ['clarification_label', nameLength],
  ['description', textLength],
] as const

const lists = ['examples', 'exclusions'] as const

export const serviceLimit = scenarioRule({
  id: 'source/service-limit',
  level: 'warning',
  summary: 'A value is outside a limit of the local service, which would reject the scenario.',
  check({ scenario, definition, report }) {
    const fields = scenario.document.scenario
    const refuse = (problem: string, at: DocumentPath, node?: string) => {
      report({
        message: `${problem}: the local service would reject the scenario`,
        at,
        ...(node === undefined ? {} : { node }),
        help: 'The API documents no such limit. If you deploy only to services without it, turn the rule off in the config.',
      })
    }
    const limitLength = (what: string, text: unknown, max: number, at: DocumentPath, node?: string) => {
      if (typeof text !== 'string' || !isLonger(text, max)) return
      refuse(`${what} has ${lengthOf(text)} characters, more than ${max}`, at, node)
    }
    const limitText = (text: unknown, max: number, path: DocumentPath) => {
      limitLength(textName({ path, node: undefined }), text, max, path)
    }
    const limitCount = (what: string, { length }: readonly unknown[], max: number, at: DocumentPath) => {
      if (length > max) refuse(`The scenario has ${length} ${what}, more than ${max}`, at)
    }

    for (const [field, max] of texts) limitText(fields[field], max, scenarioPath(field))
    for (const field of lists) {
      const list = fields[field] ?? []
      limitCount(field, list, messages, scenarioPath(field))
      for (const [index, text] of list.entries()) limitText(text, textLength, scenarioPath(field, index))
    }
    const { priority } = fields
    if (typeof priority === 'number' && !isRank(priority)) {
      refuse(
        `The priority ${priority} is not a whole number from ${ranks.min} to ${ranks.max}`,
        scenarioPath('priority'),
      )
    }
    const { nodes, edges } = definition
    limitCount('nodes', nodes, serviceLimits.nodes, nodesPath)
    limitCount('edges', edges, serviceLimits.edges, nodesPath)
    for (const [index, { id, type }] of nodes.entries()) {
      limitLength('The id of a node', id, nameLength, nodePath(index), id)
      limitLength(`The type of ${quoted(id)}`, type, nameLength, nodePath(index, 'type'), id)
    }
    for (const [index, { id, source, target }] of edges.entries()) {
      // By default, the id of an edge contains both.
      if (isLonger(source, nameLength) || isLonger(target, nameLength)) continue
      const what = `The id of the edge from ${quoted(source)} to ${quoted(target)}`
      limitLength(what, id, nameLength, edgePath(index), source)
    }
  },
})

function isRank(priority: number): boolean {
  return Number.isInteger(priority) && priority >= ranks.min && priority <= ranks.max
}

/** Characters are counted as in JSON Schema: an emoji is one, not two as in UTF-16. */
function lengthOf(text: string): number {
  return Array.from(text).length
}

function isLonger(text: string, max: number): boolean {
  return text.length > max && lengthOf(text) > max
}
