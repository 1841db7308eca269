/** Keeps, from one run to the next, what took long to work out. */
export interface Memory {
  /** What was built of that content before, else what `build` makes of it now: plain data. */
  recall<Value>(name: string, content: string, build: () => Value): Value
}

/** Keeps nothing. */
export const noMemory: Memory = { recall: (_name, _content, build) => build() }
