import { contentFields, type Edit } from '@scenewright/model'
import type { Change } from '@scenewright/model/compilation'
import type { Places } from '../parse/places.ts'
import type { Language, ParsedSource, Rewriting, SourceNode } from '../parse/source-tree.ts'
import { changedText, changedValue } from './changed-value.ts'
import { proposeSplices, type Target } from './proposals.ts'
import { applySplices, overlap, type Splice } from './splice.ts'
import { findAncestry, type TreePath, treePath } from './tree-path.ts'

/** Returns edits of a source, based on the tree of the source. They are undefined if none is safe. */
export interface Editor {
  /** The edits that make changes of one of its scenarios. */
  change(root: SourceNode, changes: Change | readonly Change[]): readonly Edit[] | undefined
  /** The edits for these splices, if the value of one of its scenarios is then `wanted`, and nothing else changes. */
  splice(root: SourceNode, splices: readonly Splice[], wanted: unknown): readonly Edit[] | undefined
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
  if (rewriting === undefined) return { change: () => undefined, splice: () => undefined }
  const budget = createBudget(text)
  const verified: Editor['splice'] = (root, splices, wanted) => {
    budget.spend()
    const read = rewriting.reread(applySplices(text, splices))
    const values = roots.map(({ name, node }) => [name, node === root ? wanted : node.value])
    const isWanted = JSON.stringify(read.roots.map(({ name, node }) => [name, node.value])) === JSON.stringify(values)
    if (!isWanted) return undefined
    return splices.map(({ start, end, text: inserted }) => ({ ...places.exact({ start, end }), text: inserted }))
  }
  const change: Editor['change'] = (root, asked) => {
    // Checked first, because finding the places of many thousand changes takes time as well.
    if (budget.isSpent()) return undefined
    const changes: readonly Change[] = 'kind' in asked ? [asked] : asked
    const proposed = changes.map(each => {
      const target = targetOf({ text, root, rewriting }, each)
      return target === undefined ? [] : proposeSplices(target, each)
    })
    const wanted = changes.reduceRight<unknown>((value, each) => changedIn(root, value, each), root.value)
    for (const splices of together(proposed)) {
      const edits = verified(root, splices, wanted)
      if (edits !== undefined) return edits
    }
    return undefined
  }
  return {
    change,
    splice: (root, splices, wanted) => (budget.isSpent() ? undefined : verified(root, splices, wanted)),
  }
}

/** The first proposals of all changes, and then the others of a single one. Empty if a change has none. */
function together(proposed: readonly (readonly (readonly Splice[])[])[]): readonly (readonly Splice[])[] {
  const [only = [], ...others] = proposed
  if (others.length === 0) return only
  const firsts = proposed.map(([first]) => first)
  const all = firsts.flatMap(splices => splices ?? [])
  return firsts.includes(undefined) || overlap(all) ? [] : [all]
}

interface Source {
  readonly text: string
  readonly root: SourceNode
  readonly rewriting: Rewriting
}

function targetOf({ text, root, rewriting }: Source, change: Change): Target | undefined {
  const { language } = rewriting
  const path = changedPath(root, change)
  const trail = path && (findAncestry(root, path) ?? (canAdd(change) ? [root] : undefined))
  if (path === undefined || trail === undefined || !isWrittenThere(text, trail, language)) return undefined
  return isSame(trail.at(-1)?.value, change) ? undefined : { text, language, path, trail }
}

function changedIn(root: SourceNode, value: unknown, change: Change): unknown {
  const path = changedPath(root, change)
  return path && changedValue(value, path, change)
}

function changedPath(root: SourceNode, change: Change): TreePath | undefined {
  const [part, field, ...rest] = change.path
  if (!canAdd(change)) return treePath(root, change.path)
  return part === 'scenario' && rest.length === 0 && contentFields.some(name => name === field)
    ? [String(field)]
    : undefined
}

/** Whether the change may be to a field that the source does not have. */
function canAdd({ kind }: Change): boolean {
  return kind === 'insert' || kind === 'set'
}

/** Whether the change would change nothing. */
function isSame(value: unknown, change: Change): boolean {
  if (change.kind === 'insert') return change.texts.length === 0
  if (change.kind === 'set') return change.value === value
  return change.kind !== 'remove' && changedText(value, change) === value
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
