import type { Span } from '../source-tree.ts'
import type { Mark, Value } from './evaluate/value.ts'
import { findExport } from './modules/find-export.ts'
import type { Module } from './modules/module.ts'
import { stretchOf } from './place.ts'

/** A scenario that a file exports, and where it does. */
export interface ExportedScenario {
  /** Undefined for the default export. */
  readonly name: string | undefined
  readonly value: Value
  readonly within: Span
}

/** The scenarios among a file's exports, in their order; what another file hands on with `export *` comes last. */
export function scenariosOf(module: Module): readonly ExportedScenario[] {
  return exportedNames(module).flatMap(([name, node]) => {
    const at: Mark = { node, frame: module.scope.frame }
    const found = findExport(module, name)
    const value = typeof found === 'string' ? undefined : found.read(at)
    if (value?.kind !== 'mapping' || value.isScenario !== true) return []
    const { start, end } = stretchOf(node, module.unit)
    return [{ name: name === 'default' ? undefined : name, value, within: { start, end } }]
  })
}

function exportedNames({ exports, stars, links, unit }: Module) {
  const own = [...exports].map(([name, { node }]) => [name, node ?? unit.tree] as const)
  const names = new Set(exports.keys())
  const others = [...stars].flatMap(([from, node]) => {
    const link = links.get(from)
    const handed = link !== undefined && 'unit' in link ? starNames(link, new Set()) : []
    return handed.filter(name => !names.has(name)).map(name => [name, node] as const)
  })
  return [...own, ...new Map(others)]
}

/** The names that `export *` of a file hands on. */
function starNames(module: Module, seen: Set<Module>): readonly string[] {
  if (seen.has(module)) return []
  seen.add(module)
  const others = [...module.stars.keys()].flatMap(from => {
    const link = module.links.get(from)
    return link !== undefined && 'unit' in link ? starNames(link, seen) : []
  })
  return [...module.exports.keys(), ...others].filter(name => name !== 'default')
}
