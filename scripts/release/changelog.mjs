// CHANGELOG.md: a section `## Unreleased` that each change extends, above one section for each version.
const heading = /^## (.+)$/gm

/** The text below the heading of a version, or of `Unreleased`; undefined if there is no such heading. */
export function sectionOf(changelog, wanted) {
  const headings = [...changelog.matchAll(heading)]
  const index = headings.findIndex(([, title]) => title === wanted || title.startsWith(`${wanted} (`))
  if (index === -1) return undefined
  const start = headings[index].index + headings[index][0].length
  return changelog.slice(start, headings[index + 1]?.index).trim()
}

/** The changelog with the unreleased changes under a version and its date, and an empty section above for later ones. */
export function releaseSection(changelog, version, date) {
  const unreleased = sectionOf(changelog, 'Unreleased')
  if (unreleased === undefined) throw new Error('CHANGELOG.md has no section "## Unreleased"')
  if (unreleased === '') throw new Error('the section "## Unreleased" of CHANGELOG.md is empty: nothing to release')
  if (sectionOf(changelog, version) !== undefined) throw new Error(`CHANGELOG.md already has a section for ${version}`)
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} (${date})`)
}
