import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that start many programs. The larger a process has become by the files before, the longer it takes to start one:
 * a millisecond each at first, and 25 with 500 MB.
 */
const startsPrograms = endsWithOneOf([
  'changed',
  'ci/init',
  'ci/reusable',
  'ci/run',
  'crash/faults.matrix',
  'crash/kills.matrix',
  'deploy',
  'deploy-in-git',
  'deploy-order',
  'diff',
  'diff-accepted',
  'doctor',
  'git-state',
  'goals',
  'incident',
  'month',
  'move',
  'pushes.matrix',
  'review',
  'service/credentials',
  'state/init',
  'studio/persons-day',
  'studio/source',
  'studio/studio',
  'workspace/test/git',
])

/** Matrices that run for minutes, in files so small that they would be the last. */
const longest = endsWithOneOf([
  'compiler/test/edit-vocabulary.matrix',
  'conformance/test/postgres.matrix',
  'service/test/contract.matrix',
  'service/test/crash.matrix',
  'studio/edits.matrix',
])

/** Small files that run for long, besides the matrices: they repeat the tests of others, or start whole programs. */
const long = /\.matrix|(broken-services|demo|embedded|operations|tutorial)\.test\.ts$/

function endsWithOneOf(names: readonly string[]): RegExp {
  return new RegExp(`/(?:${names.join('|')})\\.test\\.ts$`)
}

/**
 * Starts the files of a project in the order of what they cost: those that need a small process, then the longest and the
 * long ones, so that no worker still runs one when the others have ended. Without a record of an earlier run, Vitest
 * starts the largest files first, whatever they do.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const groups = [startsPrograms, longest, long, /./]
    const rank = ({ moduleId }: TestSpecification) => groups.findIndex(group => group.test(moduleId))
    const projects = new Set(sorted.map(({ project }) => project))
    return [...projects].flatMap(project =>
      sorted.filter(file => file.project === project).sort((a, b) => rank(a) - rank(b)),
    )
  }
}
