import { visible } from '@scenewright/model/text'
import { labelText, nodeLines } from '../../../render/graph/boxes.ts'
import type { CoverageMark, GraphFormat, Picture, PictureLink, PictureNode } from '../../../render/graph/picture.ts'

/** The language of Graphviz: `dot -Tpng`. */
export const dot: GraphFormat = ({ title, nodes, links, isDirected }: Picture) => {
  const arrow = isDirected ? '->' : '--'
  return [
    `${isDirected ? 'digraph' : 'graph'} ${quoted(title)} {`,
    '  graph [rankdir=TB, fontname="sans-serif"]',
    '  node [shape=box, style=rounded, fontname="sans-serif", fontsize=11]',
    '  edge [fontname="sans-serif", fontsize=10]',
    ...nodes.map(nodeLine),
    ...links.map(link => linkLine(link, arrow)),
    '}',
    '',
  ].join('\n')
}

function nodeLine(node: PictureNode): string {
  const { name, text } = nodeLines(node)
  const shape = { end: 'oval', other: 'hexagon', reply: '', missing: '', scenario: '' }[node.look]
  const styles = [...(node.look === 'missing' ? ['dashed'] : []), ...(node.mark === 'uncovered' ? ['dashed'] : [])]
  return attributed(`  ${quoted(node.id)}`, {
    label: labeled([...name, ...text].join('\n')),
    shape,
    style: styles.length > 0 ? `rounded,${styles[0]}` : '',
    ...colorOf(node.look === 'missing' ? 'uncovered' : node.mark),
    penwidth: node.isStart ? '2.5' : '',
  })
}

function linkLine({ source, target, label, weight, mark }: PictureLink, arrow: string): string {
  return attributed(`  ${quoted(source)} ${arrow} ${quoted(target)}`, {
    label: labeled(labelText(label)),
    ...colorOf(mark),
    style: mark === 'uncovered' ? 'dashed' : '',
    penwidth: weight === 1 ? '' : String(weight * 1.5),
  })
}

const colors: { readonly [mark in CoverageMark]: string } = {
  covered: '#237a59',
  uncovered: '#b5362a',
  beyond: '#8d949b',
}

function colorOf(mark: CoverageMark | undefined): { readonly color: string } {
  return { color: mark === undefined ? '' : colors[mark] }
}

function attributed(what: string, attributes: { readonly [name: string]: string }): string {
  const set = Object.entries(attributes).filter(([, value]) => value !== '')
  return set.length === 0 ? what : `${what} [${set.map(([name, value]) => `${name}=${quoted(value)}`).join(', ')}]`
}

/** Graphviz converts `&lt;` in a label to the character. */
function labeled(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, '&amp;')
}

function quoted(text: string): string {
  const safe = visible(text).toWellFormed().replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', ' ')
  return `"${safe}"`
}
