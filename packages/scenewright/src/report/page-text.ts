import { painter } from '../terminal/paint.ts'

/** A page of the documentation for a terminal: no marks of Markdown but for lists and code, examples set in. */
export function pageText(page: string, color: boolean): string {
  const paint = painter(color)
  const proseText = createProse(color)
  let isExample = false
  const lines = page.split('\n').flatMap(line => {
    if (line.startsWith('```')) {
      isExample = !isExample
      return []
    }
    if (isExample) return line === '' ? '' : `    ${paint('cyan', line)}`
    const heading = /^#+ (.*)$/.exec(line)?.[1]
    return heading === undefined ? proseText(line) : paint('bold', heading)
  })
  return lines.join('\n')
}

/** Without colour the backticks stay: they are all that shows what is code. */
function createProse(color: boolean): (line: string) => string {
  const paint = painter(color)
  return line => {
    const text = line
      .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_link, name: string, target: string) => `${name} (${target})`)
      .replace(/\*\*([^*]+)\*\*/g, (_strong, strong: string) => paint('bold', strong))
    return color ? text.replace(/`([^`]+)`/g, (_code, code: string) => paint('cyan', code)) : text
  }
}
