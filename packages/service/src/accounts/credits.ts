/** The remaining credits of accounts, counted from the start of the service. */
export interface Credits {
  /** Takes one; false if none is left. */
  take(account: string): boolean
  /** Returns one that was not used. */
  giveBack(account: string): void
}

/** Every account starts with `each` credits; undefined: unlimited. */
export function createCredits(each: number | undefined): Credits {
  const spent = new Map<string, number>()
  const add = (account: string, count: number) => spent.set(account, (spent.get(account) ?? 0) + count)
  return {
    take(account) {
      if (each === undefined) return true
      if ((spent.get(account) ?? 0) >= each) return false
      add(account, 1)
      return true
    },
    giveBack(account) {
      if (each !== undefined) add(account, -1)
    },
  }
}
