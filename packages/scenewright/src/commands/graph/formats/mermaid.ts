import { visible } from '@scenewright/model/text'
import { labelText, nodeLines } from '../../../render/graph/boxes.ts'
import { mermaidLabel } from '../../../render/graph/mermaid-label.ts'
import type { GraphFormat, Picture, PictureLink, PictureNode } from '../../../render/graph/picture.ts'

/**
 * A Mermaid flowchart, which GitHub and GitLab draw in Markdown. A node has its own id, so that unchanged parts of the
 * text remain unchanged in git.
 */
export const mermaid: GraphFormat = picture => {
  const { nodes, links, isDirected } = picture
  const arrow = isDirected ? '-->' : '---'
  return [
    `%% ${oneLine(picture.title)}`,
    'flowchart TD',
    ...nodes.map(nodeLine),
    ...links.map(link => linkLine(link, arrow)),
    ...styleLines(picture),
    '',
  ].join('\n')
}

function nodeLine(node: PictureNode): string {
  const { name, text } = nodeLines(node)
  const label = mermaidLabel([...name, ...text])
  const [open, close] = node.look === 'end' ? ['([', '])'] : node.look === 'other' ? ['{{', '}}'] : ['[', ']']
  const classes = classesOf(node)
  return `  ${idOf(node.id)}${open}${label}${close}${classes.length === 0 ? '' : `:::${classes[0]}`}`
}

function linkLine({ source, target, label }: PictureLink, arrow: string): string {
  const edgeLabel = label === '' ? '' : `|${mermaidLabel([labelText(label)])}|`
  return `  ${idOf(source)} ${arrow}${edgeLabel} ${idOf(target)}`
}

function classesOf({ mark, look, isStart }: PictureNode): readonly string[] {
  if (mark !== undefined) return [mark]
  return [...(look === 'missing' ? ['missing'] : []), ...(isStart ? ['start'] : [])]
}

const styles = {
  start: 'stroke-width:3px',
  missing: 'stroke:#b5362a,stroke-dasharray:4 3',
  covered: 'stroke:#237a59,stroke-width:3px',
  uncovered: 'stroke:#b5362a,stroke-width:2px,stroke-dasharray:6 3',
  beyond: 'stroke:#8d949b,stroke-dasharray:2 3',
} as const

/** Only those in use; links are styled by their numbers. */
function styleLines({ nodes, links }: Picture): readonly string[] {
  const used = new Set(nodes.flatMap(classesOf))
  const classes = Object.entries(styles).filter(([name]) => used.has(name))
  const marked = links.flatMap(({ mark }, index) =>
    mark === undefined ? [] : [`  linkStyle ${index} ${styles[mark]}`],
  )
  const weighed = links.flatMap(({ weight }, index) => {
    return weight === 1 ? [] : [`  linkStyle ${index} stroke-width:${weight * 1.5}px`]
  })
  return [...classes.map(([name, style]) => `  classDef ${name} ${style}`), ...marked, ...weighed]
}

/** Ids never become equal names, or a keyword of the language. */
function idOf(id: string): string {
  const letters = Array.from(id, letter => {
    if (/[A-Za-z0-9]/.test(letter)) return letter
    return letter === '_' ? '__' : `_x${letter.codePointAt(0)?.toString(16)}_`
  })
  return `n_${letters.join('')}`
}

function oneLine(text: string): string {
  return visible(text.replace(/\s+/g, ' ')).toWellFormed()
}
