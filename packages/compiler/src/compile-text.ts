import type { CompiledScenario, Finding, SourceFile } from '@scenewright/model'
import { bindScenario } from './bind/bind-scenario.ts'
import { isKey } from './bind/key.ts'
import { lowerScenario } from './lower/lower-scenario.ts'
import { createSourceMap } from './lower/source-map.ts'
import { createPlaces } from './parse/places.ts'
import { findingOf, type Problem } from './parse/problem.ts'
import { fieldOf, type SourceMapping, type SourceNode } from './parse/source-tree.ts'
import { parseYaml } from './parse/yaml/parse-yaml.ts'
import { textProblem } from './read/text-problem.ts'

/** A source text, its file's name relative to the project's root, and the key that its path gives. */
export interface SourceText {
  readonly file: string
  readonly key: string
  readonly text: string
}

/** What one source gives. Without a scenario, the findings say why. */
export interface CompiledText {
  readonly file: SourceFile
  readonly scenario?: CompiledScenario
  readonly findings: readonly Finding[]
}

/** Takes one source through every stage. Pure, and never throws for what the text holds. */
export function compileText({ file, key, text }: SourceText): CompiledText {
  const places = createPlaces(file, text)
  const refusal = textProblem(text)
  const input = { text, places, repeatableKeys: ['flow', 'nodes'] }
  const parsed = refusal === undefined ? parseYaml(input) : { problems: [refusal], suppressions: [] }
  const bound = parsed.root === undefined ? { problems: [] } : bindScenario(parsed.root)
  const ownKey = explicitKey(parsed.root) ?? key
  const source: SourceFile = { file, key: ownKey, text, suppressions: parsed.suppressions }
  const problems: readonly Problem[] = [...parsed.problems, ...bound.problems]
  const findings = problems.map(problem => findingOf(problem, places, ownKey))
  if (bound.scenario === undefined) return { file: source, findings }
  const { document, origins } = lowerScenario(bound.scenario)
  const map = createSourceMap(bound.scenario, origins, places)
  return { file: source, scenario: { key: ownKey, file, ...sourceOnly(bound.scenario), document, map }, findings }
}

function explicitKey(root: SourceNode | undefined): string | undefined {
  const key = root?.kind === 'mapping' ? fieldOf(root, 'key')?.value.value : undefined
  return typeof key === 'string' && isKey(key) ? key : undefined
}

function sourceOnly(root: SourceMapping): { isActive: boolean; renamedFrom?: string } {
  const isActive = fieldOf(root, 'is_active')?.value.value !== false
  const renamedFrom = fieldOf(root, 'renamed_from')?.value.value
  return typeof renamedFrom === 'string' && isKey(renamedFrom) ? { isActive, renamedFrom } : { isActive }
}
