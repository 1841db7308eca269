import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compileProject, type Project } from '@scenewright/compiler'
import { type Edit, OperationError } from '@scenewright/model'
import {
  type Change,
  type CompiledScenario,
  type DocumentPath,
  type EditRefusal,
  editRefusals,
  type ScenarioModel,
} from '@scenewright/model/compilation'
import { changeText, restoreEdits } from '../../edit/change-text.ts'
import { openTexts } from '../check/fix/texts.ts'

/** A written change of a source. */
export interface EditedSource {
  /** Relative to the project's root. */
  readonly file: string
  /** The texts before and after. */
  readonly before: string
  readonly after: string
  /** The line of the value at `path`, from 1. */
  lineOf(path: DocumentPath): number
}

/**
 * Makes a change in the source of a scenario by a minimal edit, and writes the file atomically. If no edit is safe, or
 * if the file was changed in the meantime, that is an OperationError and nothing is written.
 */
export async function editSource(project: Project, scenario: ScenarioModel, change: Change): Promise<EditedSource> {
  const { root } = project
  const { file } = scenario
  const texts = openTexts(root)
  texts.look(file)
  const compiled = await compileScenario(project, scenario)
  const before = texts.seen(file)
  if (compiled === undefined || before === undefined) throw changedMeanwhile(file)
  const result = changeText(compiled, before, change)
  if ('refused' in result) throw notEditable(compiled, change, result.refused)
  const { text: after } = result
  if (!(await texts.replace(file, after))) throw changedMeanwhile(file)
  const now = await compileScenario(project, scenario)
  return {
    file,
    before,
    after,
    lineOf: path => now?.map.place(path).range.start.line ?? firstLine(restoreEdits(file, before, after)),
  }
}

/** Writes the earlier text of a source again, unless it was changed since. Returns whether it was written. */
export async function restoreSource(
  { root }: Project,
  { file, before, after }: Pick<EditedSource, 'file' | 'before' | 'after'>,
): Promise<boolean> {
  const texts = openTexts(root)
  texts.look(file)
  return texts.seen(file) === after && (await texts.replace(file, before))
}

/** The scenario with its source map; undefined if its source no longer has it, or was deleted. */
export async function compileScenario(
  project: Project,
  { key, file }: Pick<ScenarioModel, 'key' | 'file'>,
): Promise<CompiledScenario | undefined> {
  if (!existsSync(join(project.root, file))) return undefined
  const { sources } = await compileProject(project, { paths: [file] })
  return sources.flatMap(({ scenarios }) => scenarios).find(each => each.key === key)
}

/** For a source that was changed once more since. */
function firstLine(edits: readonly Edit[]): number {
  return edits[0]?.range.start.line ?? 1
}

function changedMeanwhile(file: string): OperationError {
  return new OperationError('sources', `"${file}" was changed on disk in the meantime`, {
    help: 'run the command again',
  })
}

function notEditable({ file, map }: CompiledScenario, { path }: Change, reason: EditRefusal): OperationError {
  const { line } = map.place(path).range.start
  return new OperationError('sources', `"${path.at(-1)}" in ${file}:${line} cannot be changed safely`, {
    help: `${editRefusals[reason]}: change it by hand there`,
  })
}
