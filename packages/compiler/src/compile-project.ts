import { existsSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import {
  type Compilation,
  type CompiledScenario,
  type CompiledSource,
  compareText,
  docsOf,
  type Finding,
  OperationError,
  type Position,
  startOfFile,
} from '@scenewright/model'
import { compileSource } from './compile-source.ts'
import { createFrontEnds } from './parse/formats.ts'
import type { Project } from './project/open-project.ts'
import { sourceFolders } from './project/source-folders.ts'
import { type DiscoveredFile, discover, isSourceName } from './read/discover.ts'
import { createModuleReader } from './read/module-reader.ts'
import { readSource } from './read/read-source.ts'

/** Which of a project's sources to compile: files or folders, absolute or relative to its root. All by default. */
export interface CompileOptions {
  readonly paths?: readonly string[]
}

/**
 * Compiles a project's sources, in the order of their names. What is wrong with a source is a finding; a path that
 * leads to no source is an OperationError.
 */
export async function compileProject(project: Project, options: CompileOptions = {}): Promise<Compilation> {
  const files = chosen(project, discoverAll(project), options.paths)
  const frontEnds = createFrontEnds(createModuleReader(project.root))
  const compiled: CompiledSource[] = []
  for (const file of files) compiled.push(await compileFile(project.root, file, frontEnds))
  const scenarios = compiled.flatMap(source => source.scenarios)
  return {
    // A folder that could not be searched has findings, and is no source.
    files: compiled.map(({ file }) => file).filter(({ file }) => isSourceName(file)),
    scenarios,
    findings: [...compiled.flatMap(({ findings }) => findings), ...duplicateKeys(compiled)],
  }
}

function discoverAll({ root, config }: Project): readonly DiscoveredFile[] {
  const byName = new Map<string, DiscoveredFile>()
  for (const folder of sourceFolders(root, config)) {
    // Of folders that lie within each other, the first one names its files.
    for (const file of discover(root, folder)) if (!byName.has(file.file)) byName.set(file.file, file)
  }
  return [...byName.values()].sort((a, b) => compareText(a.file, b.file))
}

function chosen(project: Project, files: readonly DiscoveredFile[], paths: readonly string[] | undefined) {
  if (paths === undefined || paths.length === 0) return files
  const wanted = paths.map(path => wantedPath(project, files, path))
  return files.filter(({ file }) => wanted.some(path => isAtOrBelow(file, path)))
}

function wantedPath({ root, config }: Project, files: readonly DiscoveredFile[], path: string): string {
  const full = isAbsolute(path) ? path : join(root, path)
  if (!existsSync(full)) throw new OperationError('usage', `"${path}" is not there`)
  const inside = relative(root, full).split(sep).join('/').replace(/\/$/, '')
  const folders = sourceFolders(root, config)
  const isSource = statSync(full).isDirectory()
    ? folders.some(folder => isAtOrBelow(inside, folder) || isAtOrBelow(folder, inside))
    : files.some(({ file }) => file === inside)
  if (isSource) return inside
  throw new OperationError('usage', `"${path}" is no scenario source`, {
    help: `Sources are named *.scenario.yaml and lie below ${folders.join(', ') || 'a folder named scenarios'}.`,
  })
}

function isAtOrBelow(path: string, folder: string): boolean {
  return folder === '' || folder === '.' || path === folder || path.startsWith(`${folder}/`)
}

async function compileFile(
  root: string,
  { file, key, fault }: DiscoveredFile,
  frontEnds: ReturnType<typeof createFrontEnds>,
): Promise<CompiledSource> {
  if (fault !== undefined) return unread(file, key, `"${file}" ${fault}`)
  const read = readSource(join(root, file))
  if ('text' in read) return compileSource({ file, key, text: read.text }, await frontEnds(file))
  return unread(file, key, read.fault, read)
}

function unread(file: string, key: string, message: string, detail?: { at: Position; help?: string }): CompiledSource {
  const rule = 'source/syntax'
  const finding: Finding = {
    rule,
    severity: 'error',
    message,
    file,
    range: detail === undefined ? startOfFile : { start: detail.at, end: detail.at },
    scenario: isSourceName(file) ? key : null,
    related: [],
    ...(detail?.help === undefined ? {} : { help: detail.help }),
    docs: docsOf(rule),
    fixes: [],
  }
  return { file: { file, key, suppressions: [] }, scenarios: [], findings: [finding], dependencies: [] }
}

function duplicateKeys(compiled: readonly CompiledSource[]): readonly Finding[] {
  const first = new Map<string, CompiledScenario>()
  return compiled.flatMap(({ scenarios }) =>
    scenarios.flatMap((scenario): readonly Finding[] => {
      const other = first.get(scenario.key)
      if (other !== undefined) return [duplicateKey(scenario, other)]
      first.set(scenario.key, scenario)
      return []
    }),
  )
}

function duplicateKey({ key, file, map }: CompiledScenario, first: CompiledScenario): Finding {
  const rule = 'source/duplicate-key'
  return {
    rule,
    severity: 'error',
    message: `"${file}" has the key "${key}", which is that of "${first.file}"`,
    ...map.sourceField('key'),
    scenario: key,
    related: [{ ...first.map.sourceField('key'), message: `The first source with the key "${key}"` }],
    help: 'Give one of them a key of its own.',
    docs: docsOf(rule),
    fixes: [],
  }
}
