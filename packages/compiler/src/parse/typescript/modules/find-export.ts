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
  const names = isModule(module) ? { names: namesOf(module) } : {}
  return { kind: 'namespace', name, member: (wanted, at) => readExport(module, wanted, at), ...names, node, frame }
}

/** The names that a file exports and, except for the default export, those that it re-exports with `export *`. */
function exportNames(module: Module, seen: Set<Module> = new Set()): ReadonlySet<string> {
  seen.add(module)
  const names = new Set(module.exports.keys())
  for (const from of module.stars.keys()) {
    for (const name of starNames(module, from, seen)) names.add(name)
  }
  return names
}

/** The names that one `export *` of a file re-exports. */
export function starNames(module: Module, from: string, seen: Set<Module> = new Set()): readonly string[] {
  const link = module.links.get(from)
  if (link === undefined || !isModule(link) || seen.has(link)) return []
  return [...exportNames(link, seen)].filter(name => name !== 'default')
}

const listings = new WeakMap<Module, () => readonly string[]>()

function namesOf(module: Module): () => readonly string[] {
  const hasValue = (name: string) => typeof findExport(module, name) !== 'string'
  const listing = listings.get(module) ?? (() => [...exportNames(module)].filter(hasValue))
  listings.set(module, listing)
  return listing
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
