import { readFileSync, realpathSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { type Finding, InternalError, OperationError } from '@scenewright/model'
import { statsAt } from '@scenewright/model/file-access'
import { isAtOrBelow } from '@scenewright/model/system'
import type { Project } from '../project/open-project.ts'
import { isSourceName } from '../read/discover.ts'
import { findSources, nameInProject } from '../read/find-sources.ts'
import { readSource } from '../read/read-source.ts'
import { unreadFinding } from '../read/unread.ts'
import { replaceFile } from './replace-file.ts'

/** The result of formatting one file. */
export interface FormattedFile {
  /** Relative to the project's root, with forward slashes. */
  readonly file: string
  readonly isChanged: boolean
  /** Whether it is not YAML, so other tools format it. */
  readonly isPassedOver?: boolean
  /** Why it could not be read. It is unchanged. */
  readonly findings?: readonly Finding[]
  /** Formatting would change its meaning, which is our bug. It is unchanged. */
  readonly fault?: string
}

/**
 * Formats a project's sources, or those at `paths`; other YAML files only if they are named. With `write`, each file
 * that changes is written atomically, and the others are not touched. A missing path, or a file that cannot be written,
 * is an OperationError.
 */
export async function formatFiles(
  project: Project,
  paths: readonly string[],
  { write }: { readonly write: boolean },
): Promise<readonly FormattedFile[]> {
  const others = paths.filter(isOtherYaml)
  const rest = paths.filter(path => !isOtherYaml(path))
  const found = others.length > 0 && rest.length === 0 ? { files: [], findings: [] } : findSources(project, rest)
  const formatted: FormattedFile[] = found.findings.map(finding => unreadFile(finding))
  for (const { file, fault } of found.files) {
    formatted.push(
      fault === undefined
        ? await formatFile(project.root, file, write)
        : unreadFile(unreadFinding({ file, scenario: null, message: `"${file}" ${fault}` })),
    )
  }
  for (const path of others) formatted.push(await formatFile(project.root, nameOf(project.root, path), write))
  return formatted
}

function isOtherYaml(path: string): boolean {
  return /\.ya?ml$/.test(path) && !isSourceName(path) && statsAt(path)?.isFile() === true
}

function nameOf(root: string, path: string): string {
  const full = isAbsolute(path) ? path : join(root, path)
  if (isAtOrBelow(realpathSync(full), realpathSync(root))) return nameInProject(root, full)
  throw new OperationError('usage', `"${path}" is outside the project`)
}

async function formatFile(root: string, file: string, write: boolean): Promise<FormattedFile> {
  if (file.endsWith('.ts')) return { file, isChanged: false, isPassedOver: true }
  const path = join(root, file)
  const read = readSource(path)
  if (!('text' in read)) {
    const { fault: message, at, help } = read
    return unreadFile(unreadFinding({ file, scenario: null, message, at, ...(help !== undefined && { help }) }))
  }
  try {
    // Loaded here: it needs the YAML library, and every command loads this file.
    const { formatYaml } = await import('./format-yaml.ts')
    const formatting = await formatYaml(file, read.text)
    if (!formatting.ok) return { file, isChanged: false, findings: formatting.findings }
    // The text was read without its byte order mark.
    const isChanged = readFileSync(path, 'utf8') !== formatting.text
    if (isChanged && write) await replaceFile(path, formatting.text)
    return { file, isChanged }
  } catch (error) {
    if (!(error instanceof InternalError)) throw error
    return { file, isChanged: false, fault: error.message }
  }
}

function unreadFile(finding: Finding): FormattedFile {
  return { file: finding.file, isChanged: false, findings: [finding] }
}
