import type { CompiledScenario, CompiledSource } from '@scenewright/model/compilation'
import { type ProjectConfig, type ScenarioDefaults, scenarioDefaultsIn } from '@scenewright/model/config'
import { noTests } from '@scenewright/model/conversation-tests'
import { bindScenario } from './bind/bind-scenario.ts'
import { type ExtensionCheck, noExtensions } from './bind/extension-check.ts'
import { isFormerKey, isKey } from './bind/key.ts'
import { createEditor, type Editor } from './edit/create-editor.ts'
import { type CommentReader, createCommentReader } from './edit/trailing-comment.ts'
import { lowerScenario } from './lower/lower-scenario.ts'
import { createSourceMap } from './lower/source-map.ts'
import { createFrontEnds, isTestFile } from './parse/formats.ts'
import { createPlaces, type Places } from './parse/places.ts'
import { type Problem, toFinding } from './parse/problem.ts'
import {
  type FrontEnd,
  findField,
  type ModuleReader,
  type ParsedSource,
  type SourceMapping,
  type SourceNode,
  type SourceRoot,
} from './parse/source-tree.ts'
import { readReplacement } from './read/read-source.ts'
import { textProblem } from './read/text-problem.ts'
import { type Unread, unreadFinding } from './read/unread.ts'

/** A source text, its file name relative to the project's root, and the key from its path. */
export interface SourceText {
  readonly file: string
  readonly key: string
  readonly text: string
}

const alone: ModuleReader = { read: () => ({ fault: 'does not exist' }) }

/** The part of a project's config that affects what a source compiles to. */
export type CompiledConfig = Pick<ProjectConfig, 'scenarios'>

/** Compiles one text without imports. Never rejects because of its content. It has the size limit of a file. */
export async function compileText(source: SourceText, config: CompiledConfig = {}): Promise<CompiledSource> {
  const { file, key, text } = source
  const read = readReplacement(text)
  if ('fault' in read) return unreadSource(key, { ...read, file, message: read.fault })
  return compileSource(source, await createFrontEnds(alone)(source.file), { config })
}

/** A source that could not be read, with the finding that says so. */
export function unreadSource(key: string, problem: Omit<Unread, 'scenario'>): CompiledSource {
  const { file } = problem
  const nothing = { scenarios: [], isBound: false, suppressions: [], dependencies: [] }
  if (!isTestFile(file)) return { file, key, ...nothing, findings: [unreadFinding({ ...problem, scenario: key })] }
  return { file, key, ...nothing, tests: noTests, findings: [unreadFinding({ ...problem, scenario: null })] }
}

interface SourceSettings {
  readonly config?: CompiledConfig
  readonly extensions?: ExtensionCheck
}

/**
 * Compiles one source. Never rejects because of its content; an error of `extensions` about the config is passed on.
 */
export async function compileSource(
  { file, key, text }: SourceText,
  frontEnd: FrontEnd,
  { config = {}, extensions = noExtensions }: SourceSettings = {},
): Promise<CompiledSource> {
  const places = createPlaces(file, text)
  const parsed = await parseText(text, places, frontEnd)
  if (isTestFile(file)) {
    // Loaded here, because the validator is only needed for tests.
    const { compileTests } = await import('./tests/compile-tests.ts')
    return { ...(await compileTests(parsed, { key, text, places })), ...findLoneReturn(text) }
  }
  const compiled: CompiledRoot[] = []
  const editor = createEditor({ text, places, parsed })
  const yaml = parsed.rewriting?.language === 'yaml' ? text : undefined
  const commentOf = createCommentReader(text, parsed)
  const defaults = scenarioDefaultsIn(config)
  for (const root of parsed.roots) {
    compiled.push(
      compileRoot(root, {
        pathKey: key,
        places,
        editor,
        yaml,
        commentOf,
        defaults,
        extensionProblems: await extensions(root.node),
      }),
    )
  }
  const ownKey = compiled[0]?.key ?? key
  return {
    file,
    key: ownKey,
    scenarios: compiled.flatMap(({ scenario }) => scenario ?? []),
    isBound: compiled.length > 0 && compiled.every(({ scenario }) => scenario !== undefined),
    suppressions: parsed.suppressions,
    findings: [
      ...parsed.problems.map(problem => toFinding(problem, places, ownKey)),
      ...compiled.flatMap(root => root.problems.map(problem => toFinding(problem, places, root.key))),
    ],
    dependencies: parsed.dependencies ?? [],
    ...findLoneReturn(text),
  }
}

function findLoneReturn(text: string): Pick<CompiledSource, 'hasLoneReturn'> {
  return /\r(?!\n)/.test(text) ? { hasLoneReturn: true } : {}
}

async function parseText(text: string, places: Places, frontEnd: FrontEnd): Promise<ParsedSource> {
  const refusal = textProblem(text, /\.ya?ml$/.test(places.file) ? places : undefined)
  if (refusal !== undefined) return { roots: [], problems: [refusal], suppressions: [] }
  const repeatableKeys = isTestFile(places.file) ? undefined : ['flow', 'nodes']
  return frontEnd({ text, places, ...(repeatableKeys && { repeatableKeys }) })
}

interface CompiledRoot {
  readonly key: string
  readonly problems: readonly Problem[]
  readonly scenario?: CompiledScenario
}

interface RootContext {
  readonly pathKey: string
  readonly places: Places
  readonly editor: Editor
  /** The text of the source, if it is YAML. */
  readonly yaml: string | undefined
  readonly commentOf: CommentReader | undefined
  readonly defaults: ScenarioDefaults
  readonly extensionProblems: readonly Problem[]
}

function compileRoot({ name, node }: SourceRoot, context: RootContext): CompiledRoot {
  const { places, editor, yaml, commentOf, defaults, extensionProblems } = context
  const pathKey = name === undefined ? context.pathKey : `${context.pathKey}/${name}`
  const key = explicitKey(node) ?? pathKey
  const { problems, scenario } = bindScenario(node, {
    pathKey,
    extensionProblems,
    yaml: yaml === undefined ? undefined : { text: yaml, edits: (...asked) => editor.splice(node, ...asked) },
  })
  if (scenario === undefined) return { key, problems }
  const { document, origins } = lowerScenario(scenario, defaults)
  const map = createSourceMap(scenario, origins, { places, editor, commentOf })
  return { key, problems, scenario: { key, file: places.file, ...sourceOnly(scenario), document, map } }
}

function explicitKey(root: SourceNode): string | undefined {
  const key = root.kind === 'mapping' ? findField(root, 'key')?.value.value : undefined
  return typeof key === 'string' && isKey(key) ? key : undefined
}

function sourceOnly(root: SourceMapping): { isActive: boolean; renamedFrom?: string } {
  const isActive = findField(root, 'is_active')?.value.value !== false
  const renamedFrom = findField(root, 'renamed_from')?.value.value
  return typeof renamedFrom === 'string' && isFormerKey(renamedFrom) ? { isActive, renamedFrom } : { isActive }
}
