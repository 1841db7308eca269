import { tellApart, type WordRun } from '@scenewright/differ'

/** How removed, added and unchanged words are displayed; each is called for one line at a time. */
export interface RunMarks {
  gone(text: string): string
  come(text: string): string
  kept(text: string): string
}

/**
 * The complete words of two texts: removed ones, followed by added ones. Line breaks of a text are kept. If removed and
 * added words look equal, escapes show what differs.
 */
export function wordRunsText(runs: readonly WordRun[], { gone, come, kept }: RunMarks): string {
  const text = runs.map((run, index) => {
    const { in: where } = run
    const own = distinctText(run, runs[where === 'base' ? index + 1 : index - 1])
    if (where === 'both') return byLine(own, kept)
    const [words = '', space = ''] = parted(own)
    const isReplaced = where === 'base' && runs[index + 1]?.in === 'head'
    return byLine(words, where === 'base' ? gone : come) + (isReplaced ? '' : space)
  })
  return text.join('').trimEnd()
}

/** The text of a run, and what distinguishes it from its replacement, or from nothing. */
function distinctText({ in: where, text }: WordRun, neighbor: WordRun | undefined): string {
  if (where === 'both') return text
  const other = neighbor === undefined || neighbor.in === 'both' ? '' : neighbor.text
  // Line breaks at different places are visible.
  if (countLines(text) !== countLines(other)) return text
  return where === 'base' ? tellApart(text, other)[0] : tellApart(other, text)[1]
}

function countLines(text: string): number {
  return text.trim().split('\n').length
}

/** White space after the words belongs to neither. */
function parted(text: string): readonly string[] {
  const words = text.trimEnd()
  return words === '' ? [text, ''] : [words, text.slice(words.length)]
}

function byLine(text: string, show: (line: string) => string): string {
  return text
    .split('\n')
    .map(line => (line === '' ? '' : show(line)))
    .join('\n')
}
