import type { ScenarioDiff } from '@scenewright/differ'
import { count } from '@scenewright/model/text'
import { labelText, nodeLines } from '../../../render/graph/boxes.ts'
import { mermaidLabel } from '../../../render/graph/mermaid-label.ts'
import { type TouchedFlow, touchedFlow } from '../touched-flow.ts'
import type { TouchMark } from '../touches.ts'
import { type DiffReport, indexFlows } from './format.ts'

/** The symbol for each mark, so that marks do not depend on color. */
const signs: { readonly [mark in TouchMark]: string } = {
  added: '+',
  removed: '\u2212',
  lost: '!',
  changed: '~',
  renamed: '\u2192',
}

const styles: { readonly [mark in TouchMark]: string } = {
  added: 'stroke:#237a59,stroke-width:3px',
  removed: 'stroke:#b5362a,stroke-width:2px,stroke-dasharray:6 3',
  lost: 'stroke:#b5362a,stroke-width:3px',
  changed: 'stroke:#b57b1a,stroke-width:3px',
  renamed: 'stroke:#b57b1a,stroke-width:3px',
}

/** With more of them, a page is slow, and nobody looks at all of them. */
const maxDrawings = 10

/** The number of nodes that people see at a glance. */
const maxNodes = 12

/**
 * A drawing of the changed parts of each scenario, as Markdown blocks in the same order: of the first ones, as many as
 * fit; empty if there is nothing to draw.
 */
export function drawings(
  { compared }: DiffReport,
  scenarios: readonly ScenarioDiff[],
  room: number,
): readonly string[] {
  const flows = indexFlows(compared)
  let left = room
  let drawn = 0
  return scenarios.map(scenario => {
    const { base, head } = drawn < maxDrawings ? flows(scenario) : {}
    const touched = base && head && touchedFlow({ base, head }, scenario.changes, maxNodes)
    const block = touched === undefined ? '' : `${mermaidBlock(touched)}\n`
    if (block === '' || block.length > left) return ''
    left -= block.length
    drawn += 1
    return block
  })
}

/** A Mermaid flowchart of the changed parts, as a Markdown block. Unchanged parts have no symbol. */
function mermaidBlock({ nodes, links, left }: TouchedFlow): string {
  const names = new Map(nodes.map(({ number }, index) => [number, `n${index}`]))
  const lines = [
    'flowchart TD',
    ...nodes.map(node => `  ${names.get(node.number)}${nodeText(node)}`),
    ...links.map(link => `  ${names.get(link.source)} ${arrowText(link)} ${names.get(link.target)}`),
    ...styleLines(nodes, links),
  ]
  const more = left === 0 ? '' : `\n${count(left, 'node')} omitted from the drawing.\n`
  return `\`\`\`mermaid\n${lines.join('\n')}\n\`\`\`\n${more}`
}

function nodeText(node: TouchedFlow['nodes'][number]): string {
  const { name, text } = nodeLines(node)
  const [first = '', ...others] = [...name, ...text]
  const label = mermaidLabel([signed(node.touch, first), ...others])
  const [open, close] = node.look === 'end' ? ['([', '])'] : node.look === 'other' ? ['{{', '}}'] : ['[', ']']
  return `${open}${label}${close}${node.touch === undefined ? '' : `:::${node.touch}`}`
}

function arrowText({ touch, label }: TouchedFlow['links'][number]): string {
  const signedLabel = signed(touch, labelText(label))
  return `${touch === 'removed' ? '-.->' : '-->'}${signedLabel === '' ? '' : `|${mermaidLabel([signedLabel])}|`}`
}

function signed(mark: TouchMark | undefined, label: string): string {
  return mark === undefined ? label : `${signs[mark]} ${label}`.trimEnd()
}

/** Only those in use; links are styled by their numbers. */
function styleLines(nodes: TouchedFlow['nodes'], links: TouchedFlow['links']): readonly string[] {
  const used = new Set(nodes.map(({ touch }) => touch))
  return [
    ...Object.entries(styles).flatMap(([mark, style]) => {
      return [...used].some(each => each === mark) ? [`  classDef ${mark} ${style}`] : []
    }),
    ...links.flatMap(({ touch }, index) => (touch === undefined ? [] : [`  linkStyle ${index} ${styles[touch]}`])),
  ]
}
