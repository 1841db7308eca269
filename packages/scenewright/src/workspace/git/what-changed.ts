import { normalize } from 'node:path'
import type { Only, Rename, SourceReport } from '@scenewright/checker'
import type { Project } from '@scenewright/compiler'
import { withForwardSlashes } from '@scenewright/model'
import { count } from '../../render/text.ts'
import { changedFiles, matchChanges } from './changed-files.ts'
import { type Comparison, compareWithBase } from './compare-with-base.ts'
import { type Base, findBase } from './find-base.ts'
import { openRepository } from './repository.ts'
import type { GitSetting } from './run-git.ts'

/** What is asked of git. */
export interface ChangeQuestion extends Omit<GitSetting, 'folder'> {
  readonly project: Project
  /** Of all sources of the project. */
  readonly reports: readonly SourceReport[]
  /** What to compare with; the default branch where none is named. */
  readonly base?: string
  /** The working folder, where a path may have been taken for a base. */
  readonly cwd: string
}

/** What has changed since the work at hand left its base. */
export interface WhatChanged {
  /** What it touches; all of the project where that is undefined. */
  readonly only: Only | undefined
  readonly renames: readonly Rename[]
  /** What a person should know of it, a line each. */
  readonly notes: readonly string[]
}

/** Asks git what has changed since the base. What keeps it from an answer is an OperationError that says what to do. */
export async function whatChanged(question: ChangeQuestion): Promise<WhatChanged> {
  const { project, reports } = question
  const repository = await openRepository({ ...question, folder: project.root })
  const base = await findBase(repository, question)
  const changed = await changedFiles(repository, base.commit)
  if (changed.size === 0) return { only: { files: new Set() }, renames: [], notes: [nothing(base)] }
  const isChanged = matchChanges(project.root, changed)
  const touched = reports.filter(({ file, dependencies = [] }) => [file, ...dependencies].some(isChanged))
  const files = new Set(touched.map(({ file }) => file))
  const configFile = project.configFile ?? 'scenewright.config.yaml'
  const { commit } = base
  const comparison = await compareWithBase(repository, { project, reports, commit, configFile, isChanged, files })
  const decisive = settingsOf(project, configFile).find(isChanged)
  return {
    only: decisive === undefined ? onlyOf(files, comparison) : undefined,
    renames: comparison?.renames ?? [],
    notes: notesOf({ base, decisive, files: files.size, comparison }),
  }
}

/** What every finding may hang on. */
function settingsOf({ config }: Project, configFile: string): readonly string[] {
  const { custom_rules: customRules } = config
  return [configFile, ...(customRules === undefined ? [] : [withForwardSlashes(normalize(customRules))])]
}

const all: readonly string[] = ['trigger/*', 'test/*', 'project/*']

function onlyOf(files: ReadonlySet<string>, comparison: Comparison | undefined): Only {
  return { files, withNeighbours: true, everywhere: comparison?.everywhere ?? all }
}

interface Told {
  readonly base: Base
  readonly decisive: string | undefined
  readonly files: number
  readonly comparison: Comparison | undefined
}

function notesOf({ base, decisive, files, comparison }: Told): readonly string[] {
  const unread = `the sources at ${nameOf(base)} cannot be read, so renames are not detected`
  const isNothing = decisive === undefined && files === 0 && comparison?.everywhere.length === 0
  return [
    ...(comparison === undefined ? [unread] : []),
    ...(decisive === undefined
      ? []
      : [`"${decisive}" has changed since ${nameOf(base)}, so all of the project is shown`]),
    ...(isNothing ? [nothing(base)] : []),
    ...(decisive === undefined && files > 0
      ? [`${count(files, 'file')} touched by what has changed since ${nameOf(base)}`]
      : []),
  ]
}

function nothing(base: Base): string {
  return `nothing has changed since ${nameOf(base)}`
}

function nameOf({ name, commit }: Base): string {
  return `${name} (${commit.slice(0, 8)})`
}
