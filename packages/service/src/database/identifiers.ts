const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The id as the database writes it, or undefined for an invalid one. */
export function readId(text: string): string | undefined {
  const id = text.toLowerCase()
  return uuid.test(id) ? id : undefined
}

/** An id that no record has, which replaces an invalid id in queries. */
export const noId = '00000000-0000-0000-0000-000000000000'
