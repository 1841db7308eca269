/** An item of a list, and its place there. */
export interface Placed<Value> {
  readonly value: Value
  readonly index: number
}

export function placed<Value>(list: readonly Value[]): readonly Placed<Value>[] {
  return list.map((value, index) => ({ value, index }))
}
