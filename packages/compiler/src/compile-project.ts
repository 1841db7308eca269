import { existsSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import {
  type Compilation,
  type CompiledScenario,
  compareText,
  docsOf,
  type Finding,
  OperationError,
  type Position,
  startOfFile,
} from '@scenewright/model'
import { type CompiledText, compileText } from './compile-text.ts'
import type { Project } from './project/open-project.ts'
import { sourceFolders } from './project/source-folders.ts'
import { type DiscoveredFile, discover, isSourceName } from './read/discover.ts'
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
  const compiled = files.map(file => compileFile(project.root, file))
  const scenarios = compiled.flatMap(({ scenario }) => scenario ?? [])
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

function compileFile(root: string, { file, key, fault }: DiscoveredFile): CompiledText {
  if (fault !== undefined) return unread(file, key, `"${file}" ${fault}`)
  const read = readSource(join(root, file))
  if ('text' in read) return compileText({ file, key, text: read.text })
  return unread(file, key, read.fault, read)
}

function unread(file: string, key: string, message: string, detail?: { at: Position; help?: string }): CompiledText {
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
  return { file: { file, key, suppressions: [] }, findings: [finding] }
}

function duplicateKeys(compiled: readonly CompiledText[]): readonly Finding[] {
  const first = new Map<string, CompiledText>()
  return compiled.flatMap((source): readonly Finding[] => {
    const { key, text } = source.file
    if (text === undefined) return []
    const other = first.get(key)
    if (other !== undefined) return [duplicateKey(source, other)]
    first.set(key, source)
    return []
  })
}

function duplicateKey({ file, scenario }: CompiledText, first: CompiledText): Finding {
  const rule = 'source/duplicate-key'
  const { key } = file
  return {
    rule,
    severity: 'error',
    message: `"${file.file}" has the key "${key}", which is that of "${first.file.file}"`,
    ...keyPlace(file.file, scenario),
    scenario: key,
    related: [{ ...keyPlace(first.file.file, first.scenario), message: `The first source with the key "${key}"` }],
    help: 'Give one of them a key of its own.',
    docs: docsOf(rule),
    fixes: [],
  }
}

function keyPlace(file: string, scenario: CompiledScenario | undefined) {
  return scenario?.map.sourceField('key') ?? { file, range: startOfFile }
}
