import { scenarioPath } from '@scenewright/model/compilation'
import { count } from '@scenewright/model/text'
import { findNamedScenarios, listTestCases } from '@scenewright/simulator/conversation'
import type { CodeLens, Command, Range } from 'vscode-languageserver'
import type { Feature } from '../feature.ts'
import type { OpenSource, Session } from '../session.ts'
import { allTests, testId } from '../test-names.ts'

/**
 * Links above a scenario and above each test. Their commands are those of the client: `scenewright.showFlow`,
 * `scenewright.showReferences` and `scenewright.runTests`, which gets the ids of tests.
 */
export const lenses: Feature = {
  capabilities: () => ({ codeLensProvider: {} }),
  register(session) {
    session.connection.onCodeLens(async request => {
      const opened = await session.source(request)
      return opened === undefined ? [] : [...scenarioLenses(session, opened), ...testLenses(session, opened)]
    })
  },
}

function scenarioLenses(session: Session, { live, file, source }: OpenSource): readonly CodeLens[] {
  const cases = allTests(live)
  return source.scenarios.flatMap(({ key, map }) => {
    const at = map.place(scenarioPath('title'))
    if (at.file !== file) return []
    const { uri, range } = session.location(live, at)
    const covering = cases.filter(({ turns }) => turns.some(turn => findNamedScenarios(turn).has(key)))
    const locations = covering.map(({ place }) => session.location(live, place))
    const flow = command('Show flow', 'showFlow', [uri, range.start])
    if (covering.length === 0) return lensesAt(range, [flow])
    const verb = covering.length === 1 ? 'covers' : 'cover'
    return lensesAt(range, [
      flow,
      command(`${count(covering.length, 'test')} ${verb} this`, 'showReferences', [uri, range.start, locations]),
      command(covering.length === 1 ? 'Run it' : 'Run them', 'runTests', [covering.map(({ place }) => testId(place))]),
    ])
  })
}

function testLenses(session: Session, { live, source: { tests } }: OpenSource): readonly CodeLens[] {
  if (tests === undefined) return []
  return listTestCases(tests).map(({ place }) => {
    return { range: session.range(live, place), command: command('Run', 'runTests', [[testId(place)]]) }
  })
}

function lensesAt(range: Range, commands: readonly Command[]): readonly CodeLens[] {
  return commands.map(each => ({ range, command: each }))
}

/** A command of the client. */
function command(title: string, name: string, args: readonly unknown[]): Command {
  return { title, command: `scenewright.${name}`, arguments: [...args] }
}
