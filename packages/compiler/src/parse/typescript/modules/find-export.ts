import { Refusal, refuse } from '../evaluate/refusal.ts'
import type { Mark, NamespaceValue, Value } from '../evaluate/value.ts'
import type { Link, Module, OwnExport } from './module.ts'

/** The result of looking up an exported name. `failed` is already reported; a `type` has no value. */
export type Found = OwnExport | 'missing' | 'type' | 'failed' | 'ambiguous'

/** Follows an export to the file that declares it. Undefined if a file could not be loaded. */
export function findExport(module: Link | undefined, name: string, seen: Set<string> = new Set()): Found {
  if (module === undefined) return 'failed'
  if (!isModule(module)) return { read: at => module.member(name, at) ?? missing(name, at) }
  const step = `${module.unit.places.file}\0${name}`
  // Each path is visited once, so files that re-export each other's names end here.
  if (seen.has(step)) return 'missing'
  seen.add(step)
  const found = module.exports.get(name)
  if (found !== undefined) return 'read' in found ? found : findExport(module.links.get(found.from), found.name, seen)
  if (module.types.has(name)) return 'type'
  return name === 'default' ? 'missing' : findInStars(module, name, seen)
}

/** The value of a name that a file imports. */
export function readExport(module: Link | undefined, name: string, at: Mark): Value {
  const found = findExport(module, name)
  if (found === 'failed') throw new Refusal([])
  if (found === 'ambiguous') return refuse(at, `"${name}" is exported by several files at once`)
  return typeof found === 'string' ? missing(name, at) : found.read(at)
}

/** A module as a value, whose exports are accessed by name. */
export function createNamespace(name: string, module: Link | undefined, { node, frame }: Mark): NamespaceValue {
  if (module === undefined) throw new Refusal([])
  return { kind: 'namespace', name, member: (wanted, at) => readExport(module, wanted, at), node, frame }
}

function isModule(link: Link): link is Module {
  return 'unit' in link
}

function findInStars(module: Module, name: string, seen: Set<string>): Found {
  let result: Found = 'missing'
  for (const from of module.stars.keys()) {
    const found = findExport(module.links.get(from), name, seen)
    if (found === 'missing' || found === result) continue
    if (result !== 'missing') return 'ambiguous'
    result = found
  }
  return result
}

function missing(name: string, at: Mark): never {
  return refuse(at, `The imported module does not export "${name}"`)
}
