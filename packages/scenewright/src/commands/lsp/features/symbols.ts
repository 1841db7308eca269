import { type Place, startOfFile } from '@scenewright/model'
import { type CompiledScenario, nodePath, scenarioPath } from '@scenewright/model/compilation'
import { listTestCases } from '@scenewright/simulator/conversation'
import type { LiveProject } from '@scenewright/workspace/live'
import { type DocumentSymbol, type Range, SymbolKind, type WorkspaceSymbol } from 'vscode-languageserver'
import type { Feature } from '../feature.ts'
import { scenarioExtent } from '../scenario-extent.ts'
import type { OpenSource, Session } from '../session.ts'

/** The maximum number of symbols of a search: an editor shows no more. */
const maxFound = 200

/** Lists the scenarios, nodes and tests of a file, and finds scenarios of the project by their keys. */
export const symbols: Feature = {
  capabilities: () => ({ documentSymbolProvider: true, workspaceSymbolProvider: true }),
  register(session) {
    session.connection.onDocumentSymbol(async request => {
      const opened = await session.source(request)
      return opened === undefined ? [] : symbolsIn(session, opened)
    })
    session.connection.onWorkspaceSymbol(async ({ query }) => {
      const live = await session.live()
      return live === undefined ? [] : scenariosNamed(session, live, query)
    })
  },
}

function symbolsIn(session: Session, { live, file, source }: OpenSource): DocumentSymbol[] {
  const range = (place: Place) => session.range(live, place)
  const { scenarios, tests } = source
  const own = scenarios.filter(({ map }) => map.place(scenarioPath('title')).file === file)
  return [
    ...own.map(scenario => scenarioSymbol(scenario, { range, isAlone: scenarios.length === 1 })),
    ...(tests === undefined ? [] : listTestCases(tests)).map(({ name, place }): DocumentSymbol => {
      return { name: name === '' ? '(no text)' : name, kind: SymbolKind.Method, ...at(range(place)) }
    }),
  ]
}

interface Surroundings {
  readonly range: (place: Place) => Range
  /** Whether the whole file is one scenario. */
  readonly isAlone: boolean
}

function scenarioSymbol(scenario: CompiledScenario, { range, isAlone }: Surroundings): DocumentSymbol {
  const { key, file, document, map } = scenario
  const { title, definition } = document.scenario
  const children = definition.nodes.flatMap(({ id, type }, index): DocumentSymbol[] => {
    const place = map.place(nodePath(index))
    // A node may come from a file that the source imports.
    if (place.file !== file) return []
    const name = id === '' ? '(no id)' : id
    const [whole, selectionRange] = [range(map.wholeNode(index)), range(place)]
    return [{ name, detail: type, kind: SymbolKind.Field, range: whole, selectionRange }]
  })
  // An editor shows no children that are not within their parent.
  const { start, end } = range({ file, range: scenarioExtent(scenario) })
  return {
    name: key,
    detail: title,
    kind: SymbolKind.Class,
    range: { start: isAlone ? { line: 0, character: 0 } : start, end },
    selectionRange: range(map.place(scenarioPath('title'))),
    children,
  }
}

function at(range: Range): Pick<DocumentSymbol, 'range' | 'selectionRange'> {
  return { range, selectionRange: range }
}

/** The scenarios whose keys contain the letters of a search, in their order. */
function scenariosNamed(session: Session, live: LiveProject, query: string): WorkspaceSymbol[] {
  const letters = [...query.toLowerCase()]
  const found: WorkspaceSymbol[] = []
  for (const { file, scenarios } of live.reports()) {
    for (const { key, keyPlace } of scenarios) {
      if (found.length === maxFound) return found
      if (!containsInOrder(key.toLowerCase(), letters)) continue
      const place = keyPlace ?? { file, range: startOfFile }
      found.push({ name: key, kind: SymbolKind.Class, location: session.location(live, place) })
    }
  }
  return found
}

function containsInOrder(text: string, letters: readonly string[]): boolean {
  let from = 0
  return letters.every(letter => {
    const found = text.indexOf(letter, from)
    from = found + letter.length
    return found >= 0
  })
}
