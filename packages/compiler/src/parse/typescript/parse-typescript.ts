import { createPlaces, type Span } from '../places.ts'
import type { Problem } from '../problem.ts'
import type { FrontEnd, FrontEndInput, ModuleReader, ParsedSource, SourceRoot } from '../source-tree.ts'
import { buildTree } from './build-tree.ts'
import { maxProblems } from './evaluate/refusal.ts'
import type { MappingValue, Value } from './evaluate/value.ts'
import { leftOutScenarios } from './left-out.ts'
import { type Loader, loadSource } from './modules/load-source.ts'
import type { Module } from './modules/module.ts'
import { collectReach } from './modules/reach.ts'
import { createModuleFiles } from './modules/read-module.ts'
import { createResolver } from './modules/resolve-import.ts'
import { parseUnit } from './parse-unit.ts'
import { stretchOf } from './place.ts'
import { allExports, readValue, type SourceExport } from './source-exports.ts'
import { readSuppressions } from './suppressions.ts'

/** A scenario, or tests, that a file exports, and the place of the export. */
interface ExportedValue {
  /** Undefined for the default export. */
  readonly name: string | undefined
  readonly value: Value
  readonly within: Span
}

interface Wanted extends SourceExport {
  readonly made: NonNullable<MappingValue['made']>
}

/** The exports that contain sources of a kind, and the message if there are none. */
interface Holding {
  readonly exportsOf: (module: Module) => readonly ExportedValue[]
  readonly none: Problem
  /** The problems of exports that would be left out. */
  readonly leftOut?: (module: Module, exported: readonly Value[]) => readonly Problem[]
}

/** The front end of TypeScript: a source is parsed and evaluated, but never run. Imported files are cached. */
export function createTypescriptFrontEnd(modules: ModuleReader, holds: 'scenarios' | 'tests' = 'scenarios'): FrontEnd {
  const loader: Loader = { open: createModuleFiles(modules), resolve: createResolver(), shared: new Map() }
  return async input => parse(input, loader, holdings[holds])
}

function parse(input: FrontEndInput, loader: Loader, holding: Holding): ParsedSource {
  const { text, places, repeatableKeys } = input
  const { unit, problem } = parseUnit(text, places)
  const suppressions = unit === undefined ? [] : readSuppressions(unit)
  if (unit === undefined || problem !== undefined) {
    return { roots: [], problems: problem === undefined ? [] : [problem], suppressions }
  }
  const module = loadSource(unit, loader)
  const { problems, dependencies } = collectReach(module)
  const found = problems.length > 0 ? { roots: [], problems } : buildRoots(module, holding, repeatableKeys)
  return {
    roots: found.roots,
    problems: found.problems.slice(0, maxProblems),
    suppressions,
    dependencies,
    rewriting: {
      language: 'typescript',
      reread: changed =>
        parse({ ...input, text: changed, places: createPlaces(places.file, changed) }, loader, holding).roots,
    },
  }
}

interface Found {
  readonly roots: readonly SourceRoot[]
  readonly problems: readonly Problem[]
}

function buildRoots(
  module: Module,
  { exportsOf, none, leftOut }: Holding,
  trail: FrontEndInput['repeatableKeys'],
): Found {
  const exported = exportsOf(module)
  const problems = [
    ...(leftOut?.(
      module,
      exported.map(({ value }) => value),
    ) ?? []),
  ]
  if (exported.length === 0) return { roots: [], problems: problems.length > 0 ? problems : [none] }
  const roots = exported.map(({ name, value, within }): SourceRoot => {
    const built = buildTree(value, module.unit, { within, trail })
    problems.push(...built.problems)
    return name === undefined ? { node: built.node } : { name, node: built.node }
  })
  return problems.length > 0 ? { roots: [], problems } : { roots, problems }
}

const holdings: { readonly [holds in 'scenarios' | 'tests']: Holding } = {
  scenarios: {
    exportsOf: scenariosOf,
    none: missingExport('The file does not export a scenario', 'Write `export default scenario({ … })`.'),
    leftOut: leftOutScenarios,
  },
  tests: {
    exportsOf: testsOf,
    none: missingExport('The file does not export conversation tests', 'Write `export default tests({ … })`.'),
  },
}

function missingExport(message: string, help: string): Problem {
  return { rule: 'source/schema', message, span: { start: 0, end: 0 }, help }
}

/** The scenarios among a file's exports, in their order; names that are re-exported with `export *` come last. */
function scenariosOf(module: Module): readonly ExportedValue[] {
  return allExports(module).flatMap(({ name, node }) => madeBy(module, { name, node, made: 'scenario' }))
}

/** The tests that are a file's default export; none if that is something else. */
function testsOf(module: Module): readonly ExportedValue[] {
  const exported = module.exports.get('default')
  if (exported === undefined) return []
  return madeBy(module, { name: 'default', node: exported.node ?? module.unit.tree, made: 'tests' })
}

function madeBy(module: Module, { name, node, made }: Wanted): readonly ExportedValue[] {
  const value = readValue(module, { name, node })
  if (value?.kind !== 'mapping' || value.made !== made) return []
  const { start, end } = stretchOf(node, module.unit)
  return [{ name: name === 'default' ? undefined : name, value, within: { start, end } }]
}
