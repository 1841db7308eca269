import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sourcesAt } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import type { ConversationTests } from '@scenewright/model/conversation-tests'
import { statsAt } from '@scenewright/model/file-access'
import { listTestCases, type TestCase } from '@scenewright/simulator/conversation'
import { type TestedProject, unknownKeyHelp } from '@scenewright/workspace'

/** The selection of tests to run. By default, all are run. */
export interface TestChoice {
  /** Files or folders, relative to `cwd`, or keys of scenarios. */
  readonly paths: readonly string[]
  readonly cwd: string
  /** Tests that have one of these tags. */
  readonly tag?: readonly string[]
  /** Tests without any of these tags. */
  readonly skipTag?: readonly string[]
  /** Tests whose name contains this text, ignoring case. */
  readonly name?: string
}

/**
 * The selected tests of a project, in the order of their files. A scenario selects the tests next to it and those that
 * name it. An empty selection is an OperationError.
 */
export function chosenTests(opened: TestedProject, choice: TestChoice): readonly TestCase[] {
  const all = opened.tests.flatMap(listTestCases)
  if (all.length === 0) throw noTestsAtAll(opened.tests)
  const there = all.filter(isBelow(opened, choice))
  if (there.length === 0) throw noTestsAt(choice.paths)
  const chosen = there.filter(test => isWanted(test, choice))
  if (chosen.length === 0) throw noMatch(there.length)
  return chosen
}

function isBelow(opened: TestedProject, { paths, cwd }: TestChoice): (test: TestCase) => boolean {
  if (paths.length === 0) return () => true
  const files = new Set<string>()
  const keys = new Set<string>()
  for (const path of paths) {
    const named = scenariosNamed(opened, path, cwd)
    for (const { key, file } of named.scenarios) {
      keys.add(key)
      files.add(withoutSuffix(file))
    }
    for (const file of named.files) files.add(file)
  }
  return test => files.has(test.place.file) || files.has(withoutSuffix(test.place.file)) || namesOneOf(test, keys)
}

interface Named {
  readonly scenarios: readonly ScenarioModel[]
  readonly files: Iterable<string>
}

/**
 * The scenarios and files that a command-line argument names: the key of a scenario, its file, or files and folders of
 * tests.
 */
export function scenariosNamed({ project, scenarios }: TestedProject, path: string, cwd: string): Named {
  const byKey = scenarios.filter(({ key }) => key === path)
  if (byKey.length > 0) return { scenarios: byKey, files: [] }
  if (!existsSync(resolve(cwd, path))) throw unknownTarget(path, scenarios)
  const files = sourcesAt(project, [resolve(cwd, path)])
  const isSource = statsAt(resolve(cwd, path))?.isFile() === true
  return { scenarios: isSource ? scenarios.filter(({ file }) => files.has(file)) : [], files }
}

/** `billing/refund.test.yaml` is next to `billing/refund.scenario.ts`. */
function withoutSuffix(file: string): string {
  return file.replace(/\.(?:scenario|test)\.(?:ya?ml|ts)$/, '')
}

function namesOneOf({ turns }: TestCase, keys: ReadonlySet<string>): boolean {
  return turns.some(({ expect: { starts, clarifies = [] } = {} }) => {
    return (starts !== undefined && keys.has(starts)) || clarifies.some(key => keys.has(key))
  })
}

function isWanted({ name, tags, turns }: TestCase, { tag = [], skipTag = [], name: part = '' }: TestChoice): boolean {
  if (tag.length > 0 && !tags.some(own => tag.includes(own))) return false
  if (tags.some(own => skipTag.includes(own))) return false
  return [name, ...turns.map(({ user }) => user)].some(text => text.toLowerCase().includes(part.toLowerCase()))
}

function noTestsAtAll(files: readonly ConversationTests[]): OperationError {
  const what = files.length === 0 ? 'the project has no conversation tests' : 'the test files contain no tests'
  return new OperationError('usage', what, {
    help: 'write <name>.test.yaml next to a scenario, for example: triggers: [{ starts: <key>, messages: [<what customers say>] }]',
  })
}

function unknownTarget(path: string, scenarios: readonly ScenarioModel[]): OperationError {
  return new OperationError('usage', `"${path}" is neither an existing path nor the key of a scenario`, {
    help: unknownKeyHelp(path, scenarios) ?? 'name a file, a folder, or the key of a scenario',
  })
}

function noTestsAt(paths: readonly string[]): OperationError {
  return new OperationError('usage', `no conversation tests in ${paths.map(path => `"${path}"`).join(', ')}`, {
    help: 'name a file or folder with tests, or a scenario that tests name; to run all tests, give no path',
  })
}

function noMatch(there: number): OperationError {
  return new OperationError('usage', `none of ${there} tests matches the selection`, {
    help: 'a name is a part of the name of a test, or of one of its messages; conversations and tables have tags',
  })
}
