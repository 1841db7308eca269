import type { Language, SourceNode } from '../parse/source-tree.ts'

/**
 * Whether the last part of a trail is written where it stands: within what holds it, all the way up. What an alias, a
 * constant, a call or an import brought is not, and others may use it too.
 */
export function isWrittenThere(text: string, trail: readonly SourceNode[], language: Language): boolean {
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
