import type { Place } from '@scenewright/model'
import { nodePath, scenarioPath } from '@scenewright/model/compilation'
import { count } from '@scenewright/model/text'
import { listTestCases } from '@scenewright/simulator/conversation'
import type { LiveProject } from '@scenewright/workspace/live'
import type { CodeLens, Command } from 'vscode-languageserver'
import { type CoveringTurn, coveringTurns, testId, testsOf } from '../covering-tests.ts'
import type { Feature } from '../feature.ts'
import type { OpenSource, Session } from '../session.ts'

/**
 * Links above a scenario and above each test. Their commands are those of the client: `scenewright.showFlow`,
 * `scenewright.showReferences` and `scenewright.runTests`, which gets the ids of tests.
 */
export const lenses: Feature = {
  capabilities: () => ({ codeLensProvider: {} }),
  register(session) {
    let tests: readonly unknown[] = []
    session.onFindings(live => {
      const present = live.reports().flatMap(report => report.tests ?? [])
      const isSame = present.length === tests.length && present.every((each, index) => each === tests[index])
      tests = present
      // The lenses of a scenario count tests of other files, whose changes an editor does not relate to it.
      if (!isSame && session.client().capabilities.workspace?.codeLens?.refreshSupport) {
        void session.connection.sendRequest('workspace/codeLens/refresh').catch(() => {})
      }
    })
    session.connection.onCodeLens(async request => {
      const opened = await session.source(request)
      return opened === undefined ? [] : [...scenarioLenses(session, opened), ...testLenses(session, opened)]
    })
  },
}

function scenarioLenses(session: Session, { live, file, source }: OpenSource): readonly CodeLens[] {
  const scenarios = source.scenarios.filter(({ map }) => map.place(scenarioPath('title')).file === file)
  const covering = coveringTurns(live, new Set(scenarios.map(({ key }) => key)))
  return scenarios.flatMap(({ key, map, document }) => {
    const { uri, range } = session.location(live, map.place(scenarioPath('title')))
    const turns = covering.get(key) ?? []
    const nodes = document.scenario.definition.nodes.flatMap(({ id }, index) => {
      const place = map.place(nodePath(index))
      const walking = turns.filter(({ turn }) => turn.expect?.walk?.includes(id))
      return place.file === file ? testLinks(session, live, { place, turns: walking }) : []
    })
    const flow = { range, command: command('Show flow', 'showFlow', [uri, range.start]) }
    return [flow, ...testLinks(session, live, { place: map.place(scenarioPath('title')), turns }), ...nodes]
  })
}

interface Covered {
  readonly place: Place
  readonly turns: readonly CoveringTurn[]
}

/** Links to the tests that cover a place, and to run them; none without tests. */
function testLinks(session: Session, live: LiveProject, { place, turns }: Covered): readonly CodeLens[] {
  if (turns.length === 0) return []
  const { uri, range } = session.location(live, place)
  const locations = turns.map(({ turn }) => session.location(live, turn.place))
  const tests = testsOf(turns)
  const ids = tests.map(({ place }) => testId(place))
  const verb = tests.length === 1 ? 'covers' : 'cover'
  const links = [
    command(`${count(tests.length, 'test')} ${verb} this`, 'showReferences', [uri, range.start, locations]),
    command(tests.length === 1 ? 'Run it' : 'Run them', 'runTests', [ids]),
  ]
  return links.map(each => ({ range, command: each }))
}

function testLenses(session: Session, { live, source: { tests } }: OpenSource): readonly CodeLens[] {
  if (tests === undefined) return []
  return listTestCases(tests).map(({ place }) => {
    return { range: session.range(live, place), command: command('Run', 'runTests', [[testId(place)]]) }
  })
}

/** A command of the client. */
function command(title: string, name: string, args: readonly unknown[]): Command {
  return { title, command: `scenewright.${name}`, arguments: [...args] }
}
