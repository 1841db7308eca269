import type { WordRun } from '@scenewright/differ'

/** How removed, added and unchanged words are displayed; each is called for one line at a time. */
export interface RunMarks {
  gone(text: string): string
  come(text: string): string
  kept(text: string): string
}

/** The complete words of two texts: removed ones, followed by added ones. Line breaks of a text are kept. */
export function wordRunsText(runs: readonly WordRun[], { gone, come, kept }: RunMarks): string {
  const text = runs.map(({ in: where, text: own }, index) => {
    if (where === 'both') return byLine(own, kept)
    const [words = '', space = ''] = parted(own)
    const isReplaced = where === 'base' && runs[index + 1]?.in === 'head'
    return byLine(words, where === 'base' ? gone : come) + (isReplaced ? '' : space)
  })
  return text.join('').trimEnd()
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
