/** A single row: the time that services have seen last. */
export interface ClockTable {
  readonly id: number
  readonly seen_at: Date
  /** Null if the clock is trusted. */
  readonly doubted_until: Date | null
}
