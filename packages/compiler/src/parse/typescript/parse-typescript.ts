import { createPlaces } from '../places.ts'
import type { Problem } from '../problem.ts'
import type { FrontEnd, FrontEndInput, ModuleReader, ParsedSource, SourceRoot } from '../source-tree.ts'
import { buildTree } from './build-tree.ts'
import { mostProblems } from './evaluate/refusal.ts'
import { type ExportedValue, scenariosOf, testsOf } from './exported-values.ts'
import { type Loader, loadSource } from './modules/load-source.ts'
import type { Module } from './modules/module.ts'
import { reachOf } from './modules/reach.ts'
import { createModuleFiles } from './modules/read-module.ts'
import { createResolver } from './modules/resolve-import.ts'
import { parseUnit } from './parse-unit.ts'
import { readSuppressions } from './suppressions.ts'

/** What sources of a kind are looked for in a file's exports, and what is said where there is none. */
interface Holding {
  readonly exportsOf: (module: Module) => readonly ExportedValue[]
  readonly none: Problem
}

/** The front end of TypeScript: a source is parsed and evaluated, and never run. Files that sources import are kept. */
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
  const { problems, dependencies } = reachOf(module)
  const found = problems.length > 0 ? { roots: [], problems } : rootsOf(module, holding, repeatableKeys)
  return {
    roots: found.roots,
    problems: found.problems.slice(0, mostProblems),
    suppressions,
    dependencies,
    rewriting: {
      language: 'typescript',
      reread: changed =>
        parse({ ...input, text: changed, places: createPlaces(places.file, changed) }, loader, holding),
    },
  }
}

interface Found {
  readonly roots: readonly SourceRoot[]
  readonly problems: readonly Problem[]
}

function rootsOf(module: Module, { exportsOf, none }: Holding, trail: FrontEndInput['repeatableKeys']): Found {
  const exported = exportsOf(module)
  if (exported.length === 0) return { roots: [], problems: [none] }
  const problems: Problem[] = []
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
    none: nothingOf('The file exports no scenario', 'Write `export default scenario({ … })`.'),
  },
  tests: {
    exportsOf: testsOf,
    none: nothingOf('The file exports no conversation tests', 'Write `export default tests({ … })`.'),
  },
}

function nothingOf(message: string, help: string): Problem {
  return { rule: 'source/schema', message, span: { start: 0, end: 0 }, help }
}
