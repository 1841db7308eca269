import type { Change, Edit } from '@scenewright/model'
import type { Places } from '../parse/places.ts'
import type { ParsedSource, Rewriting, SourceNode } from '../parse/source-tree.ts'
import { changedText, changedValue } from './changed-value.ts'
import { proposals, type Target } from './proposals.ts'
import { spliced } from './splice.ts'
import { type TreePath, trailTo, treePath } from './tree-path.ts'
import { isWrittenThere } from './written-there.ts'

/** Gives the edits of a source that make a change of one of its scenarios, by the tree that was made of it. */
export type Editor = (root: SourceNode, change: Change) => readonly Edit[] | undefined

interface Reading {
  readonly text: string
  readonly places: Places
  readonly parsed: ParsedSource
}

/** How often a source is read again at the most, and how many characters: one of nothing but mistakes ends too. */
const most = { readings: 100, characters: 8 * 1024 * 1024 }

/**
 * An editor of a source. Each change is tried before it is given: what it makes of the text is read again, and has to
 * say what the source said, but for the change.
 */
export function createEditor({ text, places, parsed }: Reading): Editor {
  const { rewriting, roots } = parsed
  if (rewriting === undefined) return () => undefined
  const reread = limited(rewriting)
  return (root, change) => {
    const target = targetOf({ text, root, rewriting }, change)
    if (target === undefined) return undefined
    for (const splices of proposals(target, change)) {
      const wanted = roots.map(each => [each.name, each.node === root ? target.wanted : each.node.value])
      const read = reread(spliced(text, splices))
      const said = read?.roots.map(({ name, node }) => [name, node.value])
      if (said === undefined || JSON.stringify(said) !== JSON.stringify(wanted)) continue
      return splices.map(({ start, end, text: inserted }) => ({ ...places.exact({ start, end }), text: inserted }))
    }
    return undefined
  }
}

interface Source {
  readonly text: string
  readonly root: SourceNode
  readonly rewriting: Rewriting
}

function targetOf(
  { text, root, rewriting }: Source,
  change: Change,
): (Target & { readonly wanted: unknown }) | undefined {
  const { language } = rewriting
  const path: TreePath | undefined = treePath(root, change.path)
  const trail = path && trailTo(root, path)
  if (path === undefined || trail === undefined || !isWrittenThere(text, trail, language)) return undefined
  const wanted = changedValue(root.value, path, change)
  if (wanted === undefined || isSame(trail.at(-1)?.value, change)) return undefined
  return { text, language, path, trail, wanted }
}

/** Whether the change would change nothing. */
function isSame(value: unknown, change: Change): boolean {
  return change.kind !== 'remove' && changedText(value, change) === value
}

function limited({ reread }: Rewriting): (text: string) => ParsedSource | undefined {
  let readings = 0
  let characters = 0
  return text => {
    readings += 1
    characters += text.length
    const isWithin = readings <= most.readings && (readings === 1 || characters <= most.characters)
    return isWithin ? reread(text) : undefined
  }
}
