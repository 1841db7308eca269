/** The target of a deploy. */
export interface TargetEnvironment {
  readonly name: string
  readonly url: string
  /** The bot's unique_id. */
  readonly bot: string
  /** The expected lineage of the state; with it, a missing state stops the deploy. */
  readonly lineage?: string
  /** How long a request may take, in milliseconds. */
  readonly timeoutMs: number
  /** How long a request whose response was lost may still take effect, in milliseconds. */
  readonly settleMs: number
}
