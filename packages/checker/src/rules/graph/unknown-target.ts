import { nodeTypes } from '@scenewright/model'
import { type Change, type DocumentPath, edgePath } from '@scenewright/model/compilation'
import type { ScenarioReport } from '../../context.ts'
import { createCutOffHints, findMistakes } from '../../flow/root-cause.ts'
import type { EdgeEnd } from '../../flow/unknown-names.ts'
import { scenarioRule } from '../../rule.ts'
import { didYouMean, quoted } from '../../wording.ts'

const endHelp = 'END must be a node too: add `END: END` to the nodes, or name the existing END node.'

export const unknownTarget = scenarioRule({
  id: 'graph/unknown-target',
  level: 'error',
  summary: 'An edge leads to a node that does not exist, or leaves one that does not exist.',
  hasFix: true,
  check({ definition, share, report }) {
    const { unknown, following } = share(findMistakes)
    const guesses = new Set(unknown.map(({ guess }) => guess))
    const unclaimed = following.filter(({ nodes }) => !nodes.some(id => guesses.has(id)))
    for (const { name, uses, guess, isSure } of unknown) {
      const [first, ...others] = uses
      if (first === undefined) continue
      const source = definition.edges[first.edge]?.source ?? ''
      const isTarget = first.side === 'target'
      // If nothing leads to other nodes, the edge was rather meant to lead there.
      const isLikely = unclaimed.length === 0 || following.some(({ nodes }) => nodes.includes(guess ?? ''))
      report({
        message: isTarget
          ? `${quoted(source)} leads to ${quoted(name)}, but no node has that id`
          : `An edge leaves ${quoted(name)}, but no node has that id`,
        at: pathOfEnd(first),
        ...(isTarget ? { node: source } : {}),
        related: [
          ...others.map(use => ({ at: pathOfEnd(use), message: `${quoted(name)} is also used here` })),
          ...share(createCutOffHints),
        ],
        help:
          name === nodeTypes.end
            ? endHelp
            : (didYouMean(isLikely ? guess : undefined) ?? `Add a node ${quoted(name)}, or name an existing one.`),
        fix: name === nodeTypes.end || !isSure || !isLikely ? undefined : renaming(uses, guess),
      })
    }
  },
})

function renaming(uses: readonly EdgeEnd[], guess: string | undefined): ScenarioReport['fix'] {
  if (guess === undefined) return undefined
  const change = uses.map(({ edge, side }): Change => ({ kind: 'replace', path: edgePath(edge, side), text: guess }))
  return { title: `Write ${quoted(guess)}`, change }
}

/** The place of an edge is its target; it has a place for its source only if the edges are listed separately. */
function pathOfEnd({ edge, side }: EdgeEnd): DocumentPath {
  return side === 'target' ? edgePath(edge) : edgePath(edge, 'source')
}
