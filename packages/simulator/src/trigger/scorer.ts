/** What spoke for a scenario, or against it. */
export interface Reason {
  /**
   * `exact-example`, `exact-exclusion`: the message equals `text`, folded. `example`, `description`, `title`: the nearest text.
   * `exclusion`: a near one, which lowers. `word`: a word that the message and the scenario share.
   */
  readonly kind: 'exact-example' | 'exact-exclusion' | 'example' | 'description' | 'title' | 'exclusion' | 'word'
  /** As the author wrote it; a word as it stands in the message, folded, a mistyped one as it was read. */
  readonly text: string
  /**
   * Of a text of the scenario its similarity to the message, 0 to 1; of a word the share of the
   * message's weight that it bears, 0 to 1. Three decimals.
   */
  readonly weight: number
}

/** How sure a message is to mean a scenario. */
export interface ScenarioScore {
  /** The scenario's key. */
  readonly scenario: string
  /** 0 to 100, one decimal. 0 where an exclusion puts the scenario out. */
  readonly confidence: number
  /** The confidence from which the scenario starts. */
  readonly min_confidence: number
  /** The exclusion that the message equals, folded, as the author wrote it. */
  readonly excluded?: string
  /** What made the confidence, the weightiest of each kind first. */
  readonly reasons: readonly Reason[]
}

/** What a score leaves out, to learn how the rest does without it: an example, or all of a scenario. */
export interface HeldOutExample {
  readonly scenario: string
  /** The place in the scenario's list of examples, from 0. Absent where the whole scenario is left out. */
  readonly example?: number
}

/** A scenario that is sure enough of a message to have a part in the decision. */
export interface Contender {
  readonly scenario: string
  /** As in its score. */
  readonly confidence: number
  readonly min_confidence: number
  /** The example that the message is nearest to, by its place, and their likeness; none where it has nothing in common with any. */
  readonly nearest?: { readonly example: number; readonly likeness: number }
  /** The same for its exclusions. */
  readonly nearestExclusion?: { readonly exclusion: number; readonly likeness: number }
}

/** Scores messages. The same message always gets the same scores. */
export interface Scorer {
  /**
   * One score for every scenario that the scorer was made for, in the order in which they were given; that of a scenario
   * that is left out whole is 0.
   */
  score(message: string, without?: HeldOutExample): readonly ScenarioScore[]
  /**
   * The scenarios that would score `least` or more, and that of the example left out whatever it scores; not those that
   * an exclusion puts out, nor one that is left out whole. In the order in which they were given, without what explains a
   * score.
   */
  contenders(message: string, least: number, without?: HeldOutExample): readonly Contender[]
}
