import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { CheckReport } from '@scenewright/checker'
import { compileProject, type Project } from '@scenewright/compiler'
import { replaceFile } from '@scenewright/compiler/format'
import { createSourceReader } from '@scenewright/compiler/source-reader'
import { OperationError } from '@scenewright/model'
import { type Change, editRefusals, type JsonValue } from '@scenewright/model/compilation'
import { fileFault } from '@scenewright/model/file-access'
import { sourceLimits } from '@scenewright/model/limits'
import { withForwardSlashes } from '@scenewright/model/system'
import { textHash } from '@scenewright/model/text-hash'
import { checkSources, isNothingFound, openConfig } from '@scenewright/workspace'
import { createTwoFilesPatch } from 'diff'
import { z } from 'zod'
import { changeText } from '../../../edit/change-text.ts'
import { newFindings } from '../../../edit/new-findings.ts'
import { newSourceFault, writeNew } from '../../../shell/files.ts'
import type { AgentProject } from '../agent-project.ts'
import { clipText, fitting } from '../answers.ts'
import { countsOf, countsShape, defineTool, findingForAgent, findingShape } from './tool.ts'

/** The maximum sizes of parts of an answer, in bytes. */
const room = { diff: 1600, added: 1600, fixed: 800 }

/** More changed lines than this are not compared, because it would take long. */
const maxChangedLines = 2000

/** One flat shape: the definition of a tool is part of every request to a model. */
const change = z.strictObject({
  kind: z.enum(['replace', 'remove', 'insert', 'set', 'renameKey', 'move']),
  path: z.array(z.union([z.string(), z.int().min(0)])),
  text: z.string().optional(),
  texts: z.array(z.string()).optional(),
  value: z.unknown().optional(),
})

const input = z.strictObject({
  file: z.string().max(400).describe('a source, new or existing'),
  text: z.string().max(sourceLimits.fileSize).optional().describe('its whole new text'),
  changes: z
    .array(change)
    .min(1)
    .optional()
    .describe('or minimal edits: replace text, insert value or texts; at e.g. ["scenario","definition","nodes",0]'),
  scenario: z.string().optional().describe('key, if the file has several'),
  hash: z
    .string()
    .max(80)
    .nullable()
    .optional()
    .describe('of the text that the edit is based on, from an earlier answer; null: a new file'),
})

const output = z.object({
  file: z.string(),
  hash: z.string().nullable(),
  diff: z.string(),
  before: countsShape,
  after: countsShape,
  added: z.array(findingShape),
  added_count: z.int(),
  fixed: z.array(findingShape),
  fixed_count: z.int(),
})

export const proposeEdit = defineTool({
  name: 'propose_edit',
  description: 'Show the diff of an edit of a source, and the findings that it adds and fixes. Writes nothing.',
  input,
  output,
  run: async (project, edit) => (await propose(project, edit)).answer,
})

export const applyEdit = defineTool({
  name: 'apply_edit',
  description: 'Edit a source, and show the same as propose_edit, whose hash an existing file needs.',
  input,
  output: output.extend({ written: z.literal(true) }),
  writes: true,
  async run(project, edit) {
    const { answer, target } = await propose(project, edit)
    const { path, before, after } = target
    if (before !== undefined && edit.hash === undefined) {
      throw new OperationError('usage', `"${answer.file}" exists, and the edit has no hash`, {
        help: 'call propose_edit first, and pass the hash of its answer',
      })
    }
    project.invocation.signal.throwIfAborted()
    if (before === undefined) await writeNew(path, after, false)
    // It may have changed while the edit was checked.
    else if (!(await replaceFile(path, after, () => readText(path) === before))) throw changedSince(answer.file)
    return { written: true as const, ...answer, hash: textHash(after) }
  },
})

interface Target {
  /** Absolute. */
  readonly path: string
  /** Undefined if the file does not exist. */
  readonly before: string | undefined
  readonly after: string
}

async function propose(project: AgentProject, edit: z.output<typeof input>) {
  const { invocation, options } = project
  const { hash } = edit
  const path = await project.contained(edit.file)
  const opened = await openConfig(invocation, options)
  const file = withForwardSlashes(relative(opened.root, path))
  const before = readText(path)
  const present = before === undefined ? null : textHash(before)
  if (hash !== undefined && hash !== present) throw changedSince(file)
  const fault = before === undefined ? newSourceFault(file) : undefined
  if (fault !== undefined) {
    throw new OperationError('usage', `"${file}" cannot be a new source: ${fault}`, { help: 'choose another name' })
  }
  const text = await editedText(opened, { ...edit, file, before })
  const overlay = new Map([[file, text.replace(/^\ufeff/, '')]])
  const { files } = createSourceReader(opened, overlay).find()
  if (!files.some(source => source.file === file)) throw notASource(file)
  const now = await reportOn(project)
  const then = await reportOn(project, overlay)
  const [found, left] = [now?.findings ?? [], then?.findings ?? []]
  const [added, fixed] = [newFindings(left, found), newFindings(found, left)]
  const answer = {
    file,
    hash: present,
    diff: clipText(patch(file, before ?? '', text), room.diff),
    before: now === undefined ? noFindings : countsOf(now),
    after: then === undefined ? noFindings : countsOf(then),
    added: fitting(added.map(findingForAgent), room.added),
    added_count: added.length,
    fixed: fitting(fixed.map(findingForAgent), room.fixed),
    fixed_count: fixed.length,
  }
  return { answer, target: { path, before, after: text } satisfies Target }
}

interface Rewrite extends z.output<typeof input> {
  readonly before: string | undefined
}

/** The text of a file after an edit. */
async function editedText(project: Project, { file, text, changes, scenario, before }: Rewrite): Promise<string> {
  if ((text === undefined) === (changes === undefined)) {
    throw new OperationError('usage', 'an edit has either text or changes', { help: 'give one of the two' })
  }
  if (changes === undefined || before === undefined) return text ?? missing(file)
  const { sources } = await compileProject(project, { paths: [file] })
  const all = sources.flatMap(({ scenarios }) => scenarios)
  const found = scenario === undefined && all.length === 1 ? all[0] : all.find(({ key }) => key === scenario)
  if (all.length === 0) {
    throw new OperationError('usage', `"${file}" contains no scenario to change`, {
      help: 'give the whole text of the file; if it is no test, call check for its errors',
    })
  }
  if (found === undefined) {
    throw new OperationError('usage', `the scenario to change in "${file}" is unclear`, {
      help: `give "scenario": ${all.map(({ key }) => key).join(', ')}`,
    })
  }
  const result = changeText(found, before, changes.map(toChange))
  if ('text' in result) return result.text
  throw new OperationError('usage', `the changes cannot be made safely in "${file}"`, {
    help: `${editRefusals[result.refused]}: change the path, or give the whole text of the file`,
  })
}

function toChange({ kind, path, text, texts, value }: z.output<typeof change>): Change {
  if (kind === 'remove') return { kind, path }
  if (kind === 'replace' && text !== undefined) return { kind, path, text }
  if (kind === 'insert' && texts !== undefined) return { kind, path, texts }
  if (kind === 'insert' && isJson(value)) return { kind, path, value }
  if (kind === 'set' && isJson(value) && (value === null || typeof value !== 'object')) return { kind, path, value }
  if (kind === 'renameKey' && typeof value === 'string') return { kind, path, to: value }
  if (kind === 'move' && typeof value === 'number') return { kind, path, to: value }
  throw new OperationError('usage', `a change of the kind "${kind}" lacks a field`, {
    help: 'replace needs text, insert value or texts, set a scalar value, renameKey a text as value, and move an index',
  })
}

/** A call is JSON, so that its values are too. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined
}

function missing(file: string): never {
  throw new OperationError('usage', `"${file}" does not exist`, { help: 'give the whole text of a new file' })
}

const noFindings = { errors: 0, warnings: 0, infos: 0 }

/** The findings of the project with this overlay. A project without sources, which a first file ends, has none. */
async function reportOn(
  { invocation, options }: AgentProject,
  overlay?: ReadonlyMap<string, string>,
): Promise<CheckReport | undefined> {
  try {
    return (await checkSources(invocation, { ...options, ...(overlay && { overlay }) })).report
  } catch (error) {
    if (isNothingFound(error)) return undefined
    throw error
  }
}

function patch(file: string, before: string, after: string): string {
  const context = { context: 2, maxEditLength: maxChangedLines }
  return createTwoFilesPatch(file, file, before, after, undefined, undefined, context) ?? 'too many lines differ'
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new OperationError('usage', `"${path}" cannot be read: ${fileFault(error)}`, { cause: error })
  }
}

function notASource(file: string): OperationError {
  return new OperationError('usage', `"${file}" cannot be a source of the project`, {
    help: `sources are named *.scenario.{yaml,yml,ts} or *.test.{yaml,yml,ts}, in a folder of sources; a *.test.ts contains "import { tests } from 'scenewright'"`,
  })
}

function changedSince(file: string): OperationError {
  return new OperationError('usage', `"${file}" is not what the edit is based on`, {
    help: 'read the file again, and call propose_edit for a new hash',
  })
}
