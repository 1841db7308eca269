import { canonicalJson } from '@scenewright/model/canonical-json'

/** The fields, in the order of the base and then of the head, in which two values are not equal; `known` ones are left out. */
export function findChangedFields(base: object, head: object, known: readonly string[]): readonly string[] {
  const [before, after] = [new Map(Object.entries(base)), new Map(Object.entries(head))]
  const names = new Set([...before.keys(), ...after.keys()])
  for (const name of known) names.delete(name)
  // An absent field is not one that is null: the service may refuse that.
  const isOnOne = (name: string) => before.has(name) !== after.has(name)
  return [...names].filter(name => isOnOne(name) || canonicalJson(before.get(name)) !== canonicalJson(after.get(name)))
}
