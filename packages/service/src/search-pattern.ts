/** The LIKE pattern for "contains this text", with LIKE's own signs taken for themselves. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, sign => `\\${sign}`)}%`
}
