import {
  type CancellationToken,
  CancellationTokenSource,
  type Disposable,
  Location,
  type TestController,
  type TestItem,
  TestMessage,
  type TestRun,
  TestRunProfileKind,
  TestRunRequest,
  tests,
  Uri,
  workspace,
} from 'vscode'
import type { LanguageClient } from 'vscode-languageclient/node'
import { type ListedTest, runTestsRequest, type TestResult, testsRequest } from './protocol.ts'
import type { Server } from './server.ts'

/** The conversation tests of the project in the Testing view, by file. */
export interface TestExplorer extends Disposable {
  /** Runs the tests with these ids, otherwise all, and shows the results. */
  readonly run: (ids?: readonly string[]) => Promise<void>
}

export function createTestExplorer(server: Server): TestExplorer {
  const controller = tests.createTestController('scenewright', 'Scenewright')
  const watcher = workspace.createFileSystemWatcher('**/*.test.{yaml,yml,ts}')

  async function refresh(): Promise<void> {
    const listed = await server.ask(testsRequest, {})
    const client = server.client()
    if (client !== undefined) controller.items.replace(fileItems(controller, client, listed?.tests ?? []))
  }

  async function runRequest(request: TestRunRequest, token: CancellationToken): Promise<void> {
    const client = server.client()
    if (client === undefined) return
    const items = testsOf(request, controller)
    const run = controller.createTestRun(request)
    for (const item of items) run.started(item)
    const answer = await server.ask(runTestsRequest, { ids: items.map(({ id }) => id) }, token)
    const byId = new Map(answer?.results.map(result => [result.id, result]))
    for (const item of items) report(run, item, byId.get(item.id), client)
    run.end()
  }

  const profile = controller.createRunProfile('Run', TestRunProfileKind.Run, runRequest, true)
  controller.refreshHandler = refresh
  server.onStart(() => void refresh())
  const subscriptions = [
    controller,
    watcher,
    profile,
    ...[watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete].map(event => event(refresh)),
  ]

  return {
    async run(ids) {
      await refresh()
      const items = [...controller.items].flatMap(([, file]) => [...file.children].map(([, item]) => item))
      const wanted = ids === undefined ? undefined : items.filter(({ id }) => ids.includes(id))
      const request = new TestRunRequest(wanted, undefined, profile)
      await runRequest(request, new CancellationTokenSource().token)
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose()
    },
  }
}

function fileItems(controller: TestController, client: LanguageClient, listed: readonly ListedTest[]): TestItem[] {
  const addresses = new Set(listed.map(({ uri }) => uri))
  return [...addresses].map(address => {
    const own = listed.filter(({ uri }) => uri === address)
    const uri = Uri.parse(address)
    const file = controller.createTestItem(address, workspace.asRelativePath(uri), uri)
    file.children.replace(
      own.map(({ id, name, range }) => {
        const item = controller.createTestItem(id, name, uri)
        item.range = client.protocol2CodeConverter.asRange(range)
        return item
      }),
    )
    return file
  })
}

/** The single tests of a request: a file contains several. */
function testsOf({ include, exclude = [] }: TestRunRequest, { items }: TestController): TestItem[] {
  const roots = include ?? [...items].map(([, item]) => item)
  const withChildren = (item: TestItem): TestItem[] => {
    if (exclude.includes(item)) return []
    return item.children.size === 0 ? [item] : [...item.children].flatMap(([, child]) => withChildren(child))
  }
  return roots.flatMap(withChildren)
}

/** A test without a result was removed while the others ran. */
function report(run: TestRun, item: TestItem, result: TestResult | undefined, client: LanguageClient): void {
  if (result === undefined) run.skipped(item)
  else if (result.status === 'passed') run.passed(item)
  else
    run.failed(
      item,
      result.failures.map(failure => messageOf(failure, item, client)),
    )
}

function messageOf(
  { expected, actual, range }: TestResult['failures'][number],
  { uri }: TestItem,
  client: LanguageClient,
): TestMessage {
  const message = TestMessage.diff(`Expected ${expected}, got ${actual}.`, expected, actual)
  if (uri !== undefined) message.location = new Location(uri, client.protocol2CodeConverter.asRange(range))
  return message
}
