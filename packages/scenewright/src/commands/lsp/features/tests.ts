import { createBot } from '@scenewright/simulator'
import { listTestCases, runTests, type TestCase, type TestFailure } from '@scenewright/simulator/conversation'
import { readTestedSources } from '@scenewright/workspace'
import { botSettings, toSimulated } from '@scenewright/workspace/bot'
import type { LiveProject } from '@scenewright/workspace/live'
import type { CancellationToken, Range } from 'vscode-languageserver'
import { allTests, testId } from '../covering-tests.ts'
import type { Feature } from '../feature.ts'
import type { Session } from '../session.ts'

/** A conversation, or one message of a table of triggers. */
interface ListedTest {
  readonly id: string
  readonly name: string
  readonly kind: TestCase['kind']
  readonly tags: readonly string[]
  readonly uri: string
  readonly range: Range
}

/** The result of a test, with the differences to what it expects. */
interface RunTest {
  readonly id: string
  readonly status: 'passed' | 'failed'
  readonly failures: readonly (Pick<TestFailure, 'turn' | 'about' | 'expected' | 'actual'> & {
    readonly range: Range
  })[]
}

/**
 * The requests `scenewright/tests`, which lists the conversation tests of the project, and `scenewright/runTests`, which
 * runs those with the given ids, or all. Both use the texts in the editor, saved or not, and the offline scorer.
 */
export const tests: Feature = {
  capabilities: () => ({}),
  register(session) {
    session.connection.onRequest('scenewright/tests', async (): Promise<{ readonly tests: readonly ListedTest[] }> => {
      const live = await session.live()
      if (live === undefined) return { tests: [] }
      return { tests: allTests(live).map(test => listed(session, live, test)) }
    })
    session.connection.onRequest(
      'scenewright/runTests',
      async ({ ids }: { readonly ids?: readonly string[] }, token: CancellationToken) => {
        const live = await session.live()
        return { results: live === undefined ? [] : await runTestsOf(session, live, { ids, token }) }
      },
    )
  },
}

function listed(session: Session, live: LiveProject, { name, kind, tags, place }: TestCase): ListedTest {
  return {
    id: testId(place),
    name,
    kind,
    tags,
    uri: session.uriOf(live, place.file),
    range: session.range(live, place),
  }
}

interface Run {
  readonly ids: readonly string[] | undefined
  readonly token: CancellationToken
}

async function runTestsOf(session: Session, live: LiveProject, { ids, token }: Run): Promise<readonly RunTest[]> {
  const options = { ...session.options, overlay: session.openTexts(live) }
  const host = { ...session.invocation, cwd: live.project.root }
  const opened = await readTestedSources(host, options)
  const wanted = ids && new Set(ids)
  const chosen = opened.tests.flatMap(listTestCases).filter(({ place }) => wanted?.has(testId(place)) ?? true)
  // Without a model for embeddings: an editor sends no texts to an address in a config.
  const bot = createBot(opened.scenarios.map(toSimulated), botSettings(live.project.config))
  const results: RunTest[] = []
  for await (const { status, failures } of runTests(bot, chosen, async () => {})) {
    const test = chosen[results.length]
    if (test === undefined || token.isCancellationRequested) break
    results.push({
      id: testId(test.place),
      status,
      failures: failures.map(failure => shown(session, live, test, failure)),
    })
    // Lets a cancellation arrive.
    if (results.length % pauseEvery === 0) await new Promise(setImmediate)
  }
  return results
}

const pauseEvery = 50

function shown(session: Session, live: LiveProject, { place, turns }: TestCase, failure: TestFailure) {
  const { turn, about, expected, actual } = failure
  const spoken = turns[turn]
  return { turn, about, expected, actual, range: session.range(live, spoken?.places.expect ?? spoken?.place ?? place) }
}
