import type { Edit } from '@scenewright/model'
import type { Change, EditResult } from '@scenewright/model/compilation'
import { createPlaces, type Places } from '../parse/places.ts'
import type { Language, ParsedSource, Rewriting, SourceNode } from '../parse/source-tree.ts'
import { planChanges } from './plan-change.ts'
import { proposeSplices } from './proposals.ts'
import { applySplices, inverseSplices, joinSplices, overlap, type Splice } from './splice.ts'
import { applySteps, innerFirst, type Step } from './steps.ts'
import type { Proposals } from './target.ts'
import { findAncestry, nodeAt } from './tree-path.ts'

/** Returns edits of a source, based on the tree of the source. */
export interface Editor {
  /** The edits that make changes of one of its scenarios. */
  change(root: SourceNode, changes: Change | readonly Change[]): EditResult
  /**
   * The edits for these splices, if they make these steps in one of its scenarios, and nothing else changes; undefined
   * otherwise.
   */
  splice(root: SourceNode, splices: readonly Splice[], steps: readonly Step[]): readonly Edit[] | undefined
}

interface Reading {
  readonly text: string
  readonly places: Places
  readonly parsed: ParsedSource
}

/**
 * The maximum number of times that a source is read again, and of characters: reading a source 25 times whose
 * evaluation takes all its steps takes four seconds. The remaining fixes are offered after the first ones were applied.
 */
const limits = { readings: 25, characters: 1024 * 1024 }

/**
 * An editor of a source. Changes are verified before they are returned: the changed text is read again, and must mean
 * the same as the source, except for the changes.
 */
export function createEditor({ text, places, parsed }: Reading): Editor {
  const { rewriting, roots } = parsed
  if (rewriting === undefined) return { change: () => ({ refused: 'form' }), splice: () => undefined }
  const budget = createBudget(text)
  const isProven = (root: SourceNode, splices: readonly Splice[], steps: readonly Step[]): boolean => {
    budget.spend()
    const read = rewriting.reread(applySplices(text, splices))
    const wanted = roots.map(({ name, node }) => [name, applySteps(node, node === root ? steps : [])])
    return toJson(read.map(({ name, node }) => [name, applySteps(node, [])])) === toJson(wanted)
  }
  const change: Editor['change'] = (root, asked) => {
    // Checked first, because finding the places of many thousand changes takes time as well.
    if (budget.isSpent()) return { refused: 'limit' }
    const steps = planChanges(root, 'kind' in asked ? [asked] : asked)
    if (typeof steps === 'string') return { refused: steps }
    const proposals = together(innerFirst(steps).map(step => proposalsFor({ text, root, rewriting }, step)))
    if (typeof proposals === 'string') return { refused: proposals }
    for (const splices of proposals.map(joinSplices)) {
      if (!isProven(root, splices, steps)) continue
      const after = createPlaces(places.file, applySplices(text, splices))
      return { edits: toEdits(places, splices), inverse: toEdits(after, inverseSplices(text, splices)) }
    }
    return { refused: isEmptied(root, steps) ? 'last' : 'meaning' }
  }
  return {
    change,
    splice: (root, splices, steps) =>
      budget.isSpent() || !isProven(root, splices, steps) ? undefined : toEdits(places, splices),
  }
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, part) => (part instanceof Map ? [...part] : part))
}

function toEdits(places: Places, splices: readonly Splice[]): readonly Edit[] {
  return splices.map(({ start, end, text }) => ({ ...places.exact({ start, end }), text }))
}

/** Whether the steps remove all items of a list, which has no place for the next one then. */
function isEmptied(root: SourceNode, steps: readonly Step[]): boolean {
  const removed = new Set(steps.flatMap(({ kind, path }) => (kind === 'remove' ? [String(path)] : [])))
  return steps.some(({ kind, path }) => {
    const list = kind === 'remove' ? nodeAt(root, path.slice(0, -1)) : undefined
    return list?.kind === 'list' && list.items.every((_, index) => removed.has(String([...path.slice(0, -1), index])))
  })
}

/** The first proposals of all steps, and then the others of a single one. */
function together(proposed: readonly Proposals[]): Proposals {
  const refused = proposed.find(proposals => typeof proposals === 'string')
  const [only, ...others] = proposed
  if (refused !== undefined || only === undefined) return refused ?? 'unchanged'
  if (others.length === 0) return only
  const all = proposed.flatMap(proposals => (typeof proposals === 'string' ? [] : (proposals[0] ?? [])))
  return overlap(all) ? 'conflict' : [all]
}

interface Source {
  readonly text: string
  readonly root: SourceNode
  readonly rewriting: Rewriting
}

function proposalsFor({ text, root, rewriting: { language } }: Source, step: Step): Proposals {
  const trail = findAncestry(root, step.path)
  if (trail === undefined) return 'absent'
  return isWrittenThere(text, trail, language)
    ? proposeSplices({ text, language, path: step.path, trail }, step)
    : 'computed'
}

interface Budget {
  isSpent(): boolean
  /** Counts a reading. */
  spend(): void
}

function createBudget({ length }: string): Budget {
  let readings = 0
  return {
    isSpent: () => readings >= limits.readings || (readings > 0 && (readings + 1) * length > limits.characters),
    spend() {
      readings += 1
    },
  }
}

/**
 * Whether the last part of a trail is written at its place, and so are all values that contain it. Text from an alias,
 * a constant, a call or an import is not, and may be used elsewhere too.
 */
function isWrittenThere(text: string, trail: readonly SourceNode[], language: Language): boolean {
  const [root] = trail
  if (root === undefined) return false
  if (language === 'typescript' && !/\bscenario\(\s*$/.test(text.slice(Math.max(0, root.start - 200), root.start))) {
    return false
  }
  return trail.every((node, index) => {
    const holder = trail[index - 1] ?? node
    return node.origin === undefined && node.start >= holder.start && node.end <= holder.end
  })
}
