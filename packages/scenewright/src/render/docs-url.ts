/**
 * The files of a version on the web. The address of the repository is an assumption until the project is published: if
 * it moves, this is the only place to change.
 */
function filesOf(version: string): string {
  return `https://github.com/scenewright/scenewright/blob/v${version}/`
}

/** The address of the README, which links to every page of the documentation. */
export function readmeUrl(version: string): string {
  return `${filesOf(version)}README.md`
}

/** The address of the page of a built-in rule. */
export function rulePageUrl(rule: string, version: string): string {
  return `${filesOf(version)}docs/rules/${rule}.md`
}

/** The same Markdown with absolute links; `url` is the address of the page. Examples are unchanged. */
export function withAbsoluteLinks(page: string, url: string): string {
  return page
    .split(/^(```[\s\S]*?^```)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(link, (_, target) => `](${new URL(target, url)})`)))
    .join('')
}

/** The end of an inline link, from the bracket that closes its text. */
const link = /\]\(([^()\s]+)\)/g
