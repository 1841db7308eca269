import { type Fix, type Place, type Range, startOfFile } from '@scenewright/model'
import type { ConversationTests } from '@scenewright/model/conversation-tests'
import { nearest } from '@scenewright/model/text'
import type { ProjectReport } from '../../context.ts'
import { projectRule } from '../../rule.ts'
import type { SourceReport } from '../../source-report.ts'
import { collectSuppressions, hasReason, type Suppression } from '../../suppressions/suppression.ts'
import { type KnownScenarios, knownScenarios } from '../../tests/known-scenarios.ts'
import { findReferences, type Reference, type ScenarioReference } from '../../tests/references.ts'
import { didYouMean, isPlainInYaml, quoted, quotedList } from '../../wording.ts'

/** Why a name in a test is invalid. Equal messages are one mistake. */
interface ReferenceFault {
  readonly message: string
  readonly related: NonNullable<ProjectReport['related']>
  /** The advice if there is no similar name to suggest. */
  readonly help: string
  readonly name: string
  /** The name that replaces it, if the scenario was renamed. */
  readonly renamedTo?: string
  /** The name that may have been meant. */
  guess(): string | undefined
}

/** The maximum number of names with a suggestion in a run: each is compared with every key, or every node. */
const maxGuesses = 100

export const unknownReference = projectRule({
  id: 'test/unknown-reference',
  level: 'error',
  summary: 'A conversation test names a scenario or a node that does not exist.',
  hasFix: true,
  check({ reports, share, report }) {
    let guesses = 0
    for (const source of reports) {
      const { tests } = source
      if (tests === undefined) continue
      for (const { fault, at, others } of mistakesIn(source, tests, share(knownScenarios))) {
        guesses += 1
        const isGuessed = fault.renamedTo === undefined && guesses <= maxGuesses
        const guess = isGuessed ? fault.guess() : undefined
        const again = others.map(other => ({ at: other, message: `${quoted(fault.name)} is also used here` }))
        report({
          message: fault.message,
          at,
          scenario: null,
          related: [...fault.related, ...again],
          help: didYouMean(guess) ?? fault.help,
          ...(fault.renamedTo !== undefined && {
            fixes: renameFixes(fault.name, fault.renamedTo, [at, ...others], tests),
          }),
        })
      }
    }
  },
})

/** Replaces the name wherever the file has it as a literal that is used nowhere else. */
function renameFixes(
  from: string,
  to: string,
  places: readonly Place[],
  { keyLiterals = [] }: ConversationTests,
): readonly Fix[] {
  const literals = new Set(keyLiterals.map(place => JSON.stringify(place)))
  // A literal in a function has several uses at one place.
  const byPlace = new Map(places.map(place => [JSON.stringify(place), place]))
  const replaceable = [...byPlace].flatMap(([name, place]) => (literals.has(name) ? [place] : []))
  if (replaceable.length === 0) return []
  const edits = replaceable.map(({ file, range }) => {
    const isQuoted = range.end.column - range.start.column === from.length + 2
    // In a template literal, `${` would begin an expression.
    const isSafe = !(file.endsWith('.ts') ? /['"`$]/ : /['"]/).test(to)
    if (isQuoted && isSafe) return { file, range: withoutQuotes(range), text: to }
    return { file, range, text: !isQuoted && isPlainInYaml(to) ? to : JSON.stringify(to) }
  })
  return [{ title: `Replace ${quoted(from)} with ${quoted(to)}`, edits }]
}

function withoutQuotes({ start, end }: Range): Range {
  return { start: { ...start, column: start.column + 1 }, end: { ...end, column: end.column - 1 } }
}

/** An unknown name in a file, with its first place and its other places. */
interface Mistake {
  readonly fault: ReferenceFault
  readonly at: Place
  readonly others: Place[]
}

/** Each name once, however often the file uses it; also once for each line with a comment that suppresses it there. */
function mistakesIn(source: SourceReport, tests: ConversationTests, known: KnownScenarios): Iterable<Mistake> {
  let comments: readonly Suppression[] | undefined
  const isSuppressed = (at: Place) => {
    comments ??= collectSuppressions([source], {}).filter(hasReason)
    return comments.some(comment => comment.fits({ ...at, rule: 'test/unknown-reference' }))
  }
  const mistakes = new Map<string, Mistake>()
  for (const reference of findReferences(tests)) {
    const fault = findFault(reference, known)
    if (fault === undefined) continue
    const { at } = reference
    const name = `${isSuppressed(at) ? at.range.start.line : ''} ${fault.message}`
    const first = mistakes.get(name)
    if (first === undefined) mistakes.set(name, { fault, at, others: [] })
    else first.others.push(at)
  }
  return mistakes.values()
}

/** The problem of a name, or undefined if it has none or follows from another problem. */
function findFault(reference: Reference, known: KnownScenarios): ReferenceFault | undefined {
  if (reference.kind === 'scenario') return scenarioFault(reference, known)
  const { id, scenario } = reference
  return scenario === undefined ? strayNodeFault(id, known) : nodeFault(id, scenario, known)
}

function scenarioFault({ key, otherwise }: ScenarioReference, known: KnownScenarios): ReferenceFault | undefined {
  const scenario = known.byKey.get(key)
  if (scenario?.isActive) return undefined
  if (scenario !== undefined) {
    return {
      message: `${quoted(key)} is inactive, so no message starts it and the test cannot pass`,
      related: [{ at: { file: scenario.file, range: startOfFile }, message: 'This scenario has `is_active: false`' }],
      help: inactiveHelp,
      name: key,
      guess: () => undefined,
    }
  }
  const renamedTo = known.renamed.get(key)
  if (renamedTo !== undefined) return renamedFault(key, [...renamedTo], known)
  if (known.mayHide(key)) return undefined
  return {
    message: `No scenario has the key ${quoted(key)}, so the test cannot pass`,
    related: [],
    help: 'Name an existing scenario. Its key is its path in the sources folder, without the suffix.',
    name: key,
    guess: () => nearestKey(key, [...(otherwise === undefined ? [] : [otherwise]), ...known.byKey.keys()]),
  }
}

const inactiveHelp = 'Activate the scenario, or remove this expectation from the test.'

/** The only key that is the same below a folder, or else the most similar one. */
function nearestKey(key: string, keys: readonly string[]): string | undefined {
  const [below, ...others] = keys.filter(each => each.endsWith(`/${key}`))
  return below !== undefined && others.length === 0 ? below : nearest(key, keys)
}

function renamedFault(key: string, newKeys: readonly string[], { byKey }: KnownScenarios): ReferenceFault {
  const isOne = newKeys.length === 1
  const active = newKeys.find(each => byKey.get(each)?.isActive)
  const state = active === undefined ? `, which ${isOne ? 'is' : 'are'} inactive` : ''
  return {
    message: `${quoted(key)} was renamed to ${quotedList(newKeys)}${state}, so the test cannot pass`,
    related: newKeys.flatMap(each => {
      const file = byKey.get(each)?.file
      if (file === undefined) return []
      return [{ at: { file, range: startOfFile }, message: `This scenario has it as \`renamed_from\`` }]
    }),
    help: renamedHelp(active, isOne),
    name: key,
    ...(active !== undefined && isOne && { renamedTo: active }),
    guess: () => undefined,
  }
}

function renamedHelp(active: string | undefined, isOne: boolean): string {
  if (active === undefined) return inactiveHelp
  return isOne ? `Name the new key: ${quoted(active)}.` : 'Name the one that the test means.'
}

function nodeFault(id: string, key: string, { byKey }: KnownScenarios): ReferenceFault | undefined {
  const scenario = byKey.get(key)
  if (!scenario?.isActive || scenario.nodes.includes(id)) return undefined
  return {
    message: `${quoted(key)} has no node ${quoted(id)}, so the test cannot pass`,
    related: [{ at: { file: scenario.file, range: startOfFile }, message: `${quoted(key)} is here` }],
    help: 'Name nodes of its flow that the conversation visits.',
    name: id,
    guess: () => nearest(id, scenario.nodes),
  }
}

/** A turn that names no scenario may go through any scenario. */
function strayNodeFault(id: string, { nodes, isAll }: KnownScenarios): ReferenceFault | undefined {
  if (!isAll || nodes().has(id)) return undefined
  return {
    message: `No scenario has a node ${quoted(id)}, so the test cannot pass`,
    related: [],
    help: 'Name nodes of a flow that the conversation visits.',
    name: id,
    guess: () => nearest(id, nodes()),
  }
}
