/** The fields of `record` that are among `names` and given: what a change is made of. */
export function pickFields<Fields extends object, Name extends keyof Fields>(
  record: Fields,
  names: readonly Name[],
): Partial<Pick<Fields, Name>> {
  const given: Partial<Pick<Fields, Name>> = {}
  for (const name of names) if (record[name] !== undefined) given[name] = record[name]
  return given
}
