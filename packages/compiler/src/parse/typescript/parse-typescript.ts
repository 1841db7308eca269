import { createPlaces } from '../places.ts'
import type { Problem } from '../problem.ts'
import type { FrontEnd, FrontEndInput, ModuleReader, ParsedSource, SourceRoot } from '../source-tree.ts'
import { buildTree } from './build-tree.ts'
import { mostProblems } from './evaluate/refusal.ts'
import { type Loader, loadSource } from './modules/load-source.ts'
import type { Module } from './modules/module.ts'
import { reachOf } from './modules/reach.ts'
import { createModuleFiles } from './modules/read-module.ts'
import { createResolver } from './modules/resolve-import.ts'
import { parseUnit } from './parse-unit.ts'
import { scenariosOf } from './scenarios.ts'
import { readSuppressions } from './suppressions.ts'

/** The front end of TypeScript: a source is parsed and evaluated, and never run. Files that sources import are kept. */
export function createTypescriptFrontEnd(modules: ModuleReader): FrontEnd {
  const loader: Loader = { open: createModuleFiles(modules), resolve: createResolver(), shared: new Map() }
  return async input => parse(input, loader)
}

function parse(input: FrontEndInput, loader: Loader): ParsedSource {
  const { text, places, repeatableKeys } = input
  const { unit, problem } = parseUnit(text, places)
  const suppressions = unit === undefined ? [] : readSuppressions(unit)
  if (unit === undefined || problem !== undefined) {
    return { roots: [], problems: problem === undefined ? [] : [problem], suppressions }
  }
  const module = loadSource(unit, loader)
  const { problems, dependencies } = reachOf(module)
  const found = problems.length > 0 ? { roots: [], problems } : rootsOf(module, repeatableKeys)
  return {
    roots: found.roots,
    problems: found.problems.slice(0, mostProblems),
    suppressions,
    dependencies,
    rewriting: {
      language: 'typescript',
      reread: changed => parse({ ...input, text: changed, places: createPlaces(places.file, changed) }, loader),
    },
  }
}

interface Found {
  readonly roots: readonly SourceRoot[]
  readonly problems: readonly Problem[]
}

function rootsOf(module: Module, trail: FrontEndInput['repeatableKeys']): Found {
  const scenarios = scenariosOf(module)
  if (scenarios.length === 0) return { roots: [], problems: [noScenario] }
  const problems: Problem[] = []
  const roots = scenarios.map(({ name, value, within }): SourceRoot => {
    const built = buildTree(value, module.unit, { within, trail })
    problems.push(...built.problems)
    return name === undefined ? { node: built.node } : { name, node: built.node }
  })
  return problems.length > 0 ? { roots: [], problems } : { roots, problems }
}

const noScenario: Problem = {
  rule: 'source/schema',
  message: 'The file exports no scenario',
  span: { start: 0, end: 0 },
  help: 'Write `export default scenario({ … })`.',
}
