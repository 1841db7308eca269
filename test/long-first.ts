import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that run for long, besides the matrices: they repeat the tests of others, or start whole programs. */
const long = /\.matrix|(broken-services|demo|embedded|operations|review|tutorial)\.test\.ts$/

/**
 * Starts the long files of a project first, so that no worker still runs one when the others have ended. Without a record
 * of an earlier run, Vitest starts the largest files first, whatever they do.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = new Set(sorted.map(({ project }) => project))
    return [...projects].flatMap(project => {
      const own = sorted.filter(file => file.project === project)
      return [true, false].flatMap(isLong => own.filter(({ moduleId }) => long.test(moduleId) === isLong))
    })
  }
}
