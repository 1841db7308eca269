import type { Project } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import { type ScenarioModel, scenarioPath } from '@scenewright/model/compilation'
import { count, visible } from '@scenewright/model/text'
import { fold } from '@scenewright/simulator'
import { openBoundSources, scenarioNamed } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import type { CommandDefinition, SharedOptions } from '../../shell/command.ts'
import { compileScenario, type EditedSource, editSource } from './edit-source.ts'

interface Options extends SharedOptions {
  readonly exclusion?: boolean
}

/** The lists of a scenario that contain messages. */
export type MessageField = 'examples' | 'exclusions'

export const exampleAdd: CommandDefinition<Options> = {
  compiles: true,
  arguments: '<key> <texts...>',
  formats: ['text', 'json'],
  options: command => command.option('--exclusion', 'add exclusions: messages that must not start the scenario'),
  examples: [
    ['scenewright example add billing/refund "money back please"', 'add an example'],
    ['scenewright example add billing/refund "can I get a refund" "refund me"', 'add several'],
    ['scenewright example add billing/refund "what is a refund" --exclusion', 'add an exclusion'],
  ],
  async run(invocation, [key = '', ...texts], options) {
    const { terminal } = invocation
    const { project, scenarios } = await openBoundSources(invocation, options)
    const scenario = scenarioNamed(key, scenarios)
    const field = options.exclusion === true ? 'exclusions' : 'examples'
    const wanted = texts.map(requireMessage)
    const { added, present } = await addMessages(project, { scenarios, scenario, field, texts: wanted })
    if (options.format === 'json') terminal.out(json({ version: 1, key, field, added, present }))
    else terminal.out(added.map(({ text, file, line }) => `${file}:${line}  ${visible(text)}\n`).join(''))
    for (const { text, scenario: other, field: list, file, line } of present) {
      const noun = list === 'examples' ? 'an example' : 'an exclusion'
      terminal.err(`not added: "${visible(text)}" is already ${noun} of ${visible(other)}, ${file}:${line}\n`)
    }
    terminal.err(`${count(added.length, field === 'examples' ? 'example' : 'exclusion')} added to ${visible(key)}\n`)
    return 0
  },
}

/** A message in a source. */
interface PlacedMessage {
  readonly text: string
  readonly file: string
  readonly line: number
}

/** A message that was not added, because a scenario has it. */
interface PresentMessage extends PlacedMessage {
  readonly scenario: string
  readonly field: MessageField
}

interface Addition {
  readonly scenarios: readonly ScenarioModel[]
  readonly scenario: ScenarioModel
  readonly field: MessageField
  readonly texts: readonly string[]
}

/** The result of an addition. */
interface AddedMessages {
  readonly added: readonly PlacedMessage[]
  readonly present: readonly PresentMessage[]
  /** The written change of the source, if there is one. */
  readonly edited?: EditedSource
}

/** Adds messages to a list of a scenario, except those that would have no effect or contradict a scenario. */
export async function addMessages(
  project: Project,
  { scenarios, scenario, field, texts }: Addition,
): Promise<AddedMessages> {
  const fresh = new Map<string, string>()
  const repeated: string[] = []
  const present: PresentMessage[] = []
  for (const text of texts) {
    const found = findMessage(text, { scenarios, scenario, field })
    if (found === undefined) {
      if (fresh.has(fold(text))) repeated.push(text)
      else fresh.set(fold(text), text)
      continue
    }
    const { holder, list, index } = found
    const compiled = await compileScenario(project, holder)
    const line = compiled?.map.place(scenarioPath(list, index)).range.start.line ?? 1
    present.push({ text, scenario: holder.key, field: list, file: holder.file, line })
  }
  if (fresh.size === 0) return { added: [], present }
  const path = scenarioPath(field)
  const edited = await editSource(project, scenario, { kind: 'insert', path, texts: [...fresh.values()] })
  const before = scenario.document.scenario[field]?.length ?? 0
  const placed = (text: string, index: number): PlacedMessage => {
    return { text, file: edited.file, line: edited.lineOf(scenarioPath(field, before + index)) }
  }
  const folded = [...fresh.keys()]
  const again = repeated.map(text => ({
    ...placed(text, folded.indexOf(fold(text))),
    scenario: scenario.key,
    field,
  }))
  return { added: [...fresh.values()].map(placed), present: [...present, ...again], edited }
}

interface FoundMessage {
  readonly holder: ScenarioModel
  readonly list: MessageField
  readonly index: number
}

/**
 * The message that makes an addition pointless, or that contradicts it: in the same scenario any, for an example also
 * an example of another scenario.
 */
export function findMessage(
  text: string,
  { scenarios, scenario, field }: Omit<Addition, 'texts'>,
): FoundMessage | undefined {
  const folded = fold(text)
  for (const holder of [scenario, ...scenarios.filter(({ key }) => key !== scenario.key)]) {
    const lists: readonly MessageField[] = holder === scenario ? ['examples', 'exclusions'] : ['examples']
    if (holder !== scenario && field === 'exclusions') continue
    for (const list of lists) {
      const index = (holder.document.scenario[list] ?? []).findIndex(each => fold(each) === folded)
      if (index !== -1) return { holder, list, index }
    }
  }
  return undefined
}

/** The maximum length of a message, in UTF-16 units: nobody writes a longer one, and a replay truncates it there. */
const maxLength = 2000

/** The text without white space around it. One that no customer could send is a usage error. */
function requireMessage(text: string): string {
  const message = text.trim()
  if (!message.isWellFormed() || fold(message) === '') {
    throw new OperationError('usage', `"${visible(text)}" is not a message: it contains no letter or digit`, {
      help: 'give the words of a customer, in quotes; nothing was written',
    })
  }
  if (message.length <= maxLength) return message
  throw new OperationError('usage', `a text has ${message.length} characters; the maximum is ${maxLength}`, {
    help: 'add only the sentence that shows what the customer wants; nothing was written',
  })
}
