/** A reason for or against a scenario. */
export interface Reason {
  /**
   * `exact-example`, `exact-exclusion`: the message equals `text`, folded. `example`, `description`, `title`: the
   * nearest text. `exclusion`: a near exclusion, which lowers the confidence. `word`: a word that the message and the
   * scenario share.
   */
  readonly kind: 'exact-example' | 'exact-exclusion' | 'example' | 'description' | 'title' | 'exclusion' | 'word'
  /** The text as written by the author; a word as it occurs in the message, folded, and corrected if mistyped. */
  readonly text: string
  /**
   * The similarity of the scenario's text to the message, 0 to 1; for a word, its share of the message's weight, 0 to
   * 1. Three decimals.
   */
  readonly weight: number
}

/** The score of a scenario for a message. */
export interface ScenarioScore {
  /** The scenario's key. */
  readonly scenario: string
  /** 0 to 100, one decimal. 0 if an exclusion rules the scenario out. */
  readonly confidence: number
  /** The confidence from which the scenario starts. */
  readonly min_confidence: number
  /** The exclusion that equals the message after folding, as written by the author. */
  readonly excluded?: string
  /** The reasons for the confidence, for each kind the one with the most weight first. */
  readonly reasons: readonly Reason[]
}

/** The part that a score leaves out, to evaluate the rest without it: an example or a whole scenario. */
export interface HeldOutExample {
  readonly scenario: string
  /** The index in the scenario's list of examples. Absent if the whole scenario is left out. */
  readonly example?: number
}

/** A scenario with enough confidence to take part in the decision. */
export interface Contender {
  readonly scenario: string
  /** The confidence of its score. */
  readonly confidence: number
  readonly min_confidence: number
  /** The index of the most similar example, and the similarity; absent if they have nothing in common. */
  readonly nearest?: { readonly example: number; readonly similarity: number }
  /** The same for its exclusions. */
  readonly nearestExclusion?: { readonly exclusion: number; readonly similarity: number }
}

/** Scores messages. The same message always gets the same scores. */
export interface Scorer {
  /** One score for every scenario of the scorer, in the given order; a left-out scenario has 0. */
  score(message: string, without?: HeldOutExample): readonly ScenarioScore[]
  /**
   * The scenarios that would score `min` or more, and the scenario of the left-out example regardless of its score;
   * excluded scenarios and a scenario left out whole are omitted. In the given order, without reasons.
   */
  contenders(message: string, min: number, without?: HeldOutExample): readonly Contender[]
}
