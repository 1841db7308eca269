import { nearest } from '@scenewright/model/text'
import { groupOf } from './rule-description.ts'

/**
 * The rule, or the group as `<group>/*`, that was most likely meant by an unknown name: one that differs in a few
 * letters, or one that contains the name as a part, such as `dead-end`.
 */
export function findNearestRule(name: string, rules: readonly { readonly id: string }[]): string | undefined {
  const ids = rules.map(({ id }) => id)
  const groups = [...new Set(ids.map(groupOf))]
  if (groups.includes(name)) return `${name}/*`
  const near = nearest(name, [...ids, ...groups.map(group => `${group}/*`)])
  if (near !== undefined) return near
  const own = nameOf(name)
  const names = ids.map(nameOf)
  const wanted = names.includes(own) ? own : nearest(own, names)
  if (wanted !== undefined) return ids.find(id => nameOf(id) === wanted)
  const group = nearest(name, groups)
  return group === undefined ? undefined : `${group}/*`
}

/** Returns the part of a rule's id after the slash. */
function nameOf(id: string): string {
  return id.slice(id.indexOf('/') + 1)
}
