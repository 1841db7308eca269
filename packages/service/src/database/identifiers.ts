const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The id as the database writes it, or undefined for what cannot be one. */
export function readId(text: string): string | undefined {
  const id = text.toLowerCase()
  return uuid.test(id) ? id : undefined
}

/** An id that no record has: what an id that cannot be one is looked for as. */
export const noId = '00000000-0000-0000-0000-000000000000'
