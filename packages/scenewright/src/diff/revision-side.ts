import { isSourceName } from '@scenewright/compiler'
import { type CompiledScenario, type CompiledSource, type ConversationTests, OperationError } from '@scenewright/model'
import { compileTexts } from '../git/compile-texts.ts'
import type { Base } from '../git/find-base.ts'
import { compileRevision, type RevisionRequest } from '../git/read-revision.ts'
import { readTree } from '../git/read-tree.ts'
import { boundScenarios } from './bound-scenarios.ts'
import { holdsScenarios } from './holds-scenarios.ts'
import type { Side } from './sides.ts'
import { configNameOf, touchedSources, type Work } from './touched-sources.ts'

/** The scenarios of a commit, as far as their sources may differ from those of the other side. */
export async function revisionSide(work: Work, base: Base): Promise<Side> {
  const { invocation, project, repository, files } = work
  const name = nameOf(base)
  const tree = await readTree(repository, base.commit)
  const isTouched = await touchedSources(work, base.commit, file => files.has(file.normalize('NFC')))
  const paths = [...tree.keys()].filter(path => isTouched(path) && holdsScenarios(path))
  if (paths.length === 0) return { name, scenarios: [] }
  const request = { tree, configFile: configNameOf(project), paths }
  const quickly = await compileTexts(repository, { ...request, project })
  const sources = quickly ?? (await compileLaidOut(work, base, request))
  return { name, scenarios: boundScenarios(invocation, { name, sources }) }
}

/** All scenarios of a commit, and its conversation tests. */
export async function wholeRevision(
  work: Work,
  base: Base,
): Promise<{ readonly scenarios: readonly CompiledScenario[]; readonly tests: readonly ConversationTests[] }> {
  const tree = await readTree(work.repository, base.commit)
  const paths = [...tree.keys()].filter(isSourceName)
  const sources = await compileLaidOut(work, base, { tree, configFile: configNameOf(work.project), paths })
  const scenarios = boundScenarios(work.invocation, { name: nameOf(base), sources })
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
