import { isSourceName } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { CompiledScenario, CompiledSource } from '@scenewright/model/compilation'
import type { ConversationTests } from '@scenewright/model/conversation-tests'
import {
  type Base,
  compileRevision,
  compileTexts,
  findFilesWithWords,
  type Repository,
  type RevisionRequest,
  readTree,
  type Tree,
} from '@scenewright/workspace/git'
import { boundScenarios } from './bound-scenarios.ts'
import { isNamedBy, keyTexts, type PartialSide } from './sole-keys.ts'
import { holdsScenarios } from './source-folder.ts'
import { configNameOf, touchedSources, type Work } from './touched-sources.ts'

/** A commit, and everything that it contains in the repository's folder. */
export interface Revision extends Base {
  readonly tree: Tree
}

/** Reads the contents of a commit. */
export async function openRevision(repository: Repository, base: Base): Promise<Revision> {
  return { ...base, tree: await readTree(repository, base.commit) }
}

/** The scenarios of a commit, as far as their sources may differ from those of the other side. */
export async function revisionSide(work: Work, revision: Revision): Promise<PartialSide> {
  const { invocation, repository } = work
  const { commit } = revision
  const name = nameOf(revision)
  const isTouched = await touchedSources(work, commit, changed => file => changed.has(file.normalize('NFC')))
  const all = [...revision.tree.files.keys()].filter(holdsScenarios)
  const sources = await compileAt(work, revision, all.filter(isTouched))
  const help = 'compare with a commit that compiles, or fix this in a new one'
  return {
    name,
    scenarios: boundScenarios(invocation, { name, sources, help }),
    async holdersOf(keys) {
      const naming = new Set(await findFilesWithWords(repository, commit, keyTexts(keys)))
      const isNamed = isNamedBy(keys)
      return compileAt(
        work,
        revision,
        all.filter(file => !isTouched(file) && (isNamed(file) || naming.has(file))),
      )
    },
  }
}

/** All scenarios of a commit, and its conversation tests. */
export async function wholeRevision(
  work: Work,
  revision: Revision,
): Promise<{ readonly scenarios: readonly CompiledScenario[]; readonly tests: readonly ConversationTests[] }> {
  const sources = await compileAt(work, revision, [...revision.tree.files.keys()].filter(isSourceName))
  const help = 'messages need all scenarios: fix this in a new commit, or skip messages with --no-behaviour'
  const scenarios = boundScenarios(work.invocation, { name: nameOf(revision), sources, help })
  return { scenarios, tests: sources.flatMap(source => source.tests ?? []) }
}

/** Compiles sources as they are at a commit: in memory if that suffices, else in a temporary folder. */
async function compileAt(work: Work, revision: Revision, paths: readonly string[]): Promise<readonly CompiledSource[]> {
  if (paths.length === 0) return []
  const { project, readBlobs } = work
  const request = { tree: revision.tree.files, configFile: configNameOf(project), paths }
  return (await compileTexts({ ...request, project, readBlobs })) ?? (await compileLaidOut(work, revision, request))
}

async function compileLaidOut(
  { invocation, repository }: Work,
  base: Base,
  request: RevisionRequest,
): Promise<readonly CompiledSource[]> {
  const compiled = await compileRevision(repository, request)
  invocation.signal.throwIfAborted()
  if (compiled !== undefined) return compiled.sources
  throw new OperationError('sources', `the sources at ${nameOf(base)} cannot be read`, {
    help: repository.isShallow
      ? 'this clone contains only a part of the history: in CI, fetch all of it (fetch-depth: 0)'
      : 'this version may not support its config, or parts of the clone are missing: git fetch --refetch --no-filter',
  })
}

function nameOf({ name, commit }: Base): string {
  return `${name} (${commit.slice(0, 8)})`
}
