/** The remaining credits of accounts, counted from the start of the service. */
export interface Credits {
  /** Takes one; false where none is left. */
  take(account: string): boolean
  /** Gives one back that bought nothing. */
  giveBack(account: string): void
}

/** Every account starts with `each` credits; undefined: nothing is counted. */
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
