/** The fields of an object that have no place of their own in the source, in their order; undefined where it has none. */
export function unknownFields(holder: object, known: readonly string[]): object | undefined {
  const unknown = Object.entries(holder).filter(([name, value]) => !known.includes(name) && value !== undefined)
  return unknown.length > 0 ? Object.fromEntries(unknown) : undefined
}
