/** How many failed authorizations an address has within a minute before it has to wait. */
const allowed = 20
const windowMs = 60_000
/** Addresses remembered at the most; the one seen longest ago is forgotten. */
const mostAddresses = 10_000

/** Counts failed authorizations by address, in a sliding minute. */
export interface FailedAttempts {
  /** Notes a failure; the seconds to wait where there were too many, else undefined. */
  note(address: string): number | undefined
}

/** Counts with the given clock, in milliseconds. */
export function createFailedAttempts(now: () => number): FailedAttempts {
  const byAddress = new Map<string, number[]>()
  return {
    note(address) {
      const time = now()
      const recent = (byAddress.get(address) ?? []).filter(at => at > time - windowMs)
      byAddress.delete(address)
      byAddress.set(address, recent)
      if (byAddress.size > mostAddresses) byAddress.delete(byAddress.keys().next().value ?? '')
      const oldest = recent[0]
      if (recent.length >= allowed && oldest !== undefined) return Math.ceil((oldest + windowMs - time) / 1000)
      recent.push(time)
      return undefined
    },
  }
}
