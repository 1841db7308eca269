/**
 * Makes links to other files of the repository absolute, so that they work everywhere, and those to its main branch lead
 * to the released version. `address` is that of the repository's files in that version.
 */
export function withFullLinks(text, address) {
  return text
    .replaceAll(/\]\((?![a-z]+:|#)([^)]+)\)/g, (_link, path) => `](${address}/${path})`)
    .replaceAll(`](${address.replace(/[^/]+$/, 'main')}/`, `](${address}/`)
}
