import { minConfidenceOf, type SimulatedScenario } from '../simulated-scenario.ts'
import { fold, foldAll } from './fold.ts'

/** The role of a text in its scenario. */
type TextKind = 'example' | 'description' | 'title' | 'exclusion'

/** The texts of a scenario. */
export interface ScenarioTexts {
  readonly examples: readonly string[]
  readonly exclusions: readonly string[]
  /** Its examples, its description and title if they differ from those, and its exclusions. */
  readonly texts: readonly string[]
  /** The number of texts that describe the scenario: all except the exclusions, which come last. */
  readonly ownCount: number
  /** Whether its description is among them, right after the examples. */
  readonly isDescribed: boolean
}

/** A scenario prepared for scoring. Its texts are adjacent in the list of all texts of the bot. */
export interface Profile {
  readonly key: string
  readonly minConfidence: number
  readonly texts: ScenarioTexts
  /** The index of its first text in the list of all texts. */
  readonly first: number
}

/** Prepares a scenario whose texts begin at `first` in the list of all texts. */
export function createProfile({ key, scenario }: SimulatedScenario, first: number, texts: ScenarioTexts): Profile {
  return { key, minConfidence: minConfidenceOf(scenario), texts, first }
}

/** Lists the texts of a scenario. */
export function scenarioTextsOf({ scenario }: SimulatedScenario): ScenarioTexts {
  const { examples = [], exclusions = [], trigger_description, title } = scenario
  const folded = foldAll(examples)
  const [description, name] = [fold(trigger_description), fold(title)]
  const isDescribed = description !== '' && !folded.includes(description)
  const isNamed = name !== '' && name !== description && !folded.includes(name)
  return {
    examples,
    exclusions,
    texts: [...examples, ...(isDescribed ? [trigger_description] : []), ...(isNamed ? [title] : []), ...exclusions],
    ownCount: examples.length + Number(isDescribed) + Number(isNamed),
    isDescribed,
  }
}

/** The texts of a scenario as an earlier process has listed them. */
export interface ListedTexts extends Pick<ScenarioTexts, 'texts' | 'ownCount'> {
  readonly exampleCount: number
}

/**
 * The texts of a scenario if they are those that were listed, and its description and title are among them; undefined
 * otherwise. Listing them anew folds them all, which took 4 % of a check after a change of one of 1,000 scenarios.
 */
export function recognizeTexts(listed: ListedTexts, { scenario }: SimulatedScenario): ScenarioTexts | undefined {
  const { examples = [], exclusions = [], trigger_description, title } = scenario
  const { texts, ownCount, exampleCount } = listed
  const isSame =
    exampleCount === examples.length &&
    ownCount === exampleCount + 2 &&
    texts.length === ownCount + exclusions.length &&
    texts[exampleCount] === trigger_description &&
    texts[exampleCount + 1] === title &&
    examples.every((text, place) => text === texts[place]) &&
    exclusions.every((text, place) => text === texts[ownCount + place])
  return isSame ? { examples, exclusions, texts, ownCount, isDescribed: true } : undefined
}

/** The role of the text at an index. */
export function kindOfText({ examples, ownCount, isDescribed }: ScenarioTexts, index: number): TextKind {
  if (index < examples.length) return 'example'
  if (index >= ownCount) return 'exclusion'
  return isDescribed && index === examples.length ? 'description' : 'title'
}

/** Whether two scenarios have the same texts, in the same order. */
export function haveSameTexts({ scenario: one }: SimulatedScenario, { scenario: other }: SimulatedScenario): boolean {
  if (one === other) return true
  const { title, trigger_description, examples, exclusions } = one
  return (
    title === other.title &&
    trigger_description === other.trigger_description &&
    isSameList(examples, other.examples) &&
    isSameList(exclusions, other.exclusions)
  )
}

/** Whether two lists have the same texts, in the same order; one that is absent has none. */
export function isSameList(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((text, place) => text === other[place])
}
