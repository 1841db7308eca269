import { type Change, describeChange, type ScenarioDiff } from '@scenewright/differ'
import { escaped, key as keyHtml, quotation } from '../../../../render/escaped.ts'
import { partsIn } from '../../touches.ts'
import { levelsText, placeOf, splitTexts } from '../format.ts'
import { wordRunsText } from '../word-runs.ts'
import type { DrawnPair } from './draw-pair.ts'

/** The parts of a drawing that a change concerns, by their numbers. */
interface ChangedParts {
  readonly nodes: readonly number[]
  readonly links: readonly number[]
  readonly walk: readonly number[]
}

/** A changed scenario, and how it is shown. */
export interface ShownScenario extends ShownChanges {
  readonly scenario: ScenarioDiff
  readonly pair: DrawnPair
  /** Its number on the page, and that of its drawing in the data. */
  readonly number: number
  /** The names of the sides; undefined for a side that lacks the scenario. */
  readonly base?: string
  readonly head?: string
}

/** How changes are displayed, in a scenario or in the project file. */
export interface ShownChanges {
  readonly folder: string
  /** The drawing of the flow, if there is one. */
  readonly pair?: DrawnPair
  /** Who has accepted a change, and why. */
  acceptance(change: Change): string | undefined
}

/** An expanded part: the changes next to both flows, which the page's script draws when they come into view. */
export function scenarioSection(shown: ShownScenario): string {
  const { scenario, number } = shown
  const { key, title, change, changes, was } = scenario
  const from = was === undefined ? '' : ` <span class="soft">was ${keyHtml(was)}</span>`
  const name = `${keyHtml(key)} <span class="title"><bdi>${escaped(title)}</bdi></span>${from}`
  return [
    `<details class="scenario" data-drawing="${number}" open="">`,
    `<summary><span class="mark ${change}">${change}</span> ${name} <span class="soft counts">${levelsText([scenario])}</span></summary>`,
    '<div class="inside">',
    changeList(changes, shown, { label: `Changes of ${key}, most severe first`, id: `c${number}` }),
    printFlows(shown),
    '</div>',
    '</details>',
  ].join('\n')
}

/** The list of changes, each with its complete texts. */
export function changeList(
  changes: readonly Change[],
  shown: ShownChanges,
  { label, id }: { readonly label: string; readonly id: string },
): string {
  return [
    `<ol class="changes" aria-label="${escaped(label)}">`,
    ...changes.map((each, index) => changeItem(each, shown, `${id}-${index}`)),
    '</ol>',
  ].join('\n')
}

const marks = {
  gone: (text: string) => `<del>${escaped(text)}</del>`,
  come: (text: string) => `<ins>${escaped(text)}</ins>`,
  kept: escaped,
}

function changeItem(change: Change, { pair, folder, acceptance }: ShownChanges, id: string): string {
  const { level, walk, words, samples = [], count = 0 } = change
  const { inline, below } = splitTexts(change)
  const text = words === undefined ? escaped(inline ?? '') : wordRunsText(words, marks)
  const place = placeOf(change, folder)
  const parts = pair === undefined ? noParts : findParts(change, pair)
  const changeText = `<bdi>${escaped(describeChange(change))}</bdi>${text === '' ? '' : `: <bdi class="words">${text}</bdi>`}`
  const data = `data-nodes="${parts.nodes.join(' ')}" data-links="${parts.links.join(' ')}" data-walk="${parts.walk.join(' ')}"`
  const hasParts = parts.nodes.length + parts.links.length + parts.walk.length > 0
  const button = hasParts
    ? `<button type="button" class="show" aria-pressed="false" aria-describedby="${id}" ${data} hidden="">Show in the flow</button>`
    : ''
  const accepted = acceptance(change)
  const steps = (walk ?? []).map(step => `<li><bdi>${escaped(step)}</bdi></li>`)
  return [
    `<li class="${level}"><span class="level">${level}</span> <span id="${id}">${changeText}</span>`,
    ...printList(
      'texts',
      below.map(each => `<span class="soft">${escaped(each.label)}:</span> <bdi>${escaped(each.text)}</bdi>`),
    ),
    ...printList('samples', [
      ...samples.map(quotation),
      ...(count > samples.length ? [`and ${count - samples.length} more`] : []),
    ]),
    ...(steps.length === 0 ? [] : [`<ol class="walk" aria-label="The path that proves it">${steps.join('')}</ol>`]),
    ...(accepted === undefined ? [] : [`<p class="soft"><bdi>${escaped(accepted)}</bdi></p>`]),
    `<div class="foot">${place === undefined ? '' : `<code><bdi>${escaped(place)}</bdi></code>`}${button}</div></li>`,
  ].join('')
}

const noParts: ReturnType<typeof findParts> = { nodes: [], links: [], walk: [] }

function printList(name: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`<ul class="${name}">${items.map(item => `<li>${item}</li>`).join('')}</ul>`]
}

function printFlows({ base, head, scenario, number }: ShownScenario): string {
  const figures = [printFigure('base', base, number), printFigure('head', head, number)]
  return [
    `<div class="flows" hidden="" role="group" aria-label="The flow of ${escaped(scenario.key)} before and after">`,
    '<div class="tools">',
    '<button type="button" data-do="in" aria-label="Zoom in">+</button>',
    '<button type="button" data-do="out" aria-label="Zoom out">&minus;</button>',
    '<button type="button" data-do="whole">Whole flow</button>',
    '<span class="soft hint">Drag to move. In a focused flow: +, &minus;, 0 and the arrow keys; after a click, the wheel zooms. Escape clears the highlight.</span>',
    '</div>',
    `<div class="pair">${figures.join('')}</div>`,
    '<p class="said soft" role="status"></p>',
    '</div>',
  ].join('\n')
}

function printFigure(side: 'base' | 'head', name: string | undefined, number: number): string {
  const word = side === 'base' ? 'Before' : 'After'
  if (name === undefined) {
    return `<figure class="${side} empty"><figcaption><b>${word}</b></figcaption><p class="soft">There is no flow on this side.</p></figure>`
  }
  const id = `f${number}-${side}`
  return `<figure class="${side}"><figcaption id="${id}"><b>${word}</b> <span class="soft"><bdi>${escaped(name)}</bdi></span></figcaption><svg data-side="${side}" role="img" tabindex="0" aria-labelledby="${id}"></svg></figure>`
}

/** Finds them. A change has the head's names, and the base's only if the head has none. */
function findParts(change: Change, { nodeOf, linkOf }: DrawnPair): ChangedParts {
  const { node, edge, was, before, after, walk = [] } = change
  const known = (id: string) => nodeOf('head', id) ?? nodeOf('base', id)
  const links = edge === undefined ? [] : [linkOf('head', edge), linkOf('base', was ?? edge)]
  const ends = edge === undefined ? [] : [...endsOf('base', before), ...endsOf('head', after)]
  return {
    nodes: numbers([...(node === undefined ? [] : [known(node)]), ...ends, ...stretchNodes(before, after).map(known)]),
    links: numbers(links),
    walk: walkNumbers(walk, nodeOf),
  }

  function endsOf(side: 'base' | 'head', value: unknown): readonly (number | undefined)[] {
    return idsIn(value).map(id => nodeOf(side, id))
  }
}

/** The ids of the nodes that were added or removed together. */
function stretchNodes(before: unknown, after: unknown): readonly string[] {
  return [before, after].flatMap(value => partsIn(value, 'nodes'))
}

/** The ends of an edge, if the value is one. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return ['source', 'target'].flatMap(end => {
    const id: unknown = Reflect.get(value, end)
    return typeof id === 'string' ? [id] : []
  })
}

/** A walk belongs to the head if the head contains all of it, else to the base. */
function walkNumbers(walk: readonly string[], nodeOf: DrawnPair['nodeOf']): readonly number[] {
  const now = walk.map(id => nodeOf('head', id))
  return numbers(now.includes(undefined) ? walk.map(id => nodeOf('base', id) ?? nodeOf('head', id)) : now)
}

function numbers(found: readonly (number | undefined)[]): readonly number[] {
  return [...new Set(found.filter(each => each !== undefined))]
}
