import { isSourceName } from '@scenewright/compiler'
import { type CompiledScenario, type CompiledSource, type ConversationTests, OperationError } from '@scenewright/model'
import { compileTexts } from '../git/compile-texts.ts'
import type { Base } from '../git/find-base.ts'
import { compileRevision, type RevisionRequest } from '../git/read-revision.ts'
import { readTree, type TreeFile } from '../git/read-tree.ts'
import type { Repository } from '../git/repository.ts'
import { boundScenarios } from './bound-scenarios.ts'
import { holdsScenarios } from './holds-scenarios.ts'
import type { Side } from './sides.ts'
import { configNameOf, touchedSources, type Work } from './touched-sources.ts'

/** A commit, and all that it has in the repository's folder. */
export interface Revision extends Base {
  readonly tree: ReadonlyMap<string, TreeFile>
}

/** Reads what a commit has. */
export async function openRevision(repository: Repository, base: Base): Promise<Revision> {
  return { ...base, tree: await readTree(repository, base.commit) }
}

/** The scenarios of a commit, as far as their sources may differ from those of the other side. */
export async function revisionSide(work: Work, revision: Revision): Promise<Side> {
  const { invocation, project, files, readBlobs } = work
  const { tree, commit } = revision
  const name = nameOf(revision)
  const isTouched = await touchedSources(work, commit, file => files.has(file.normalize('NFC')))
  const paths = [...tree.keys()].filter(path => isTouched(path) && holdsScenarios(path))
  if (paths.length === 0) return { name, scenarios: [] }
  const request = { tree, configFile: configNameOf(project), paths }
  const quickly = await compileTexts({ ...request, project, readBlobs })
  const sources = quickly ?? (await compileLaidOut(work, revision, request))
  const help = 'a commit stays as it is: compare with one in which this can be read, or mend it in a new one'
  return { name, scenarios: boundScenarios(invocation, { name, sources, help }) }
}

/** All scenarios of a commit, and its conversation tests. */
export async function wholeRevision(
  work: Work,
  revision: Revision,
): Promise<{ readonly scenarios: readonly CompiledScenario[]; readonly tests: readonly ConversationTests[] }> {
  const { invocation, project, readBlobs } = work
  const { tree } = revision
  const request = { tree, configFile: configNameOf(project), paths: [...tree.keys()].filter(isSourceName) }
  const quickly = await compileTexts({ ...request, project, readBlobs })
  const sources = quickly ?? (await compileLaidOut(work, revision, request))
  const help = 'messages are asked of all scenarios: mend this in a new commit, or ask nothing with --no-behaviour'
  const scenarios = boundScenarios(invocation, { name: nameOf(revision), sources, help })
  return { scenarios, tests: sources.flatMap(source => source.tests ?? []) }
}

async function compileLaidOut(
  { invocation, repository }: Work,
  base: Base,
  request: RevisionRequest,
): Promise<readonly CompiledSource[]> {
  const compiled = await compileRevision(repository, request)
  invocation.signal.throwIfAborted()
  if (compiled !== undefined) return compiled.sources
  throw new OperationError('sources', `what stood at ${nameOf(base)} cannot be read`, {
    help: repository.isShallow
      ? 'this clone holds a part of the history alone: in CI fetch all of it (fetch-depth: 0)'
      : 'its config may be one that this version does not take, or parts of the clone are missing: git fetch',
  })
}

function nameOf({ name, commit }: Base): string {
  return `${name} (${commit.slice(0, 8)})`
}
