import type { WordRun } from '@scenewright/differ'
import { shorten } from '../../terminal/wrap.ts'

/** How what went, what came and what stayed are shown. */
export interface RunMarks {
  gone(text: string): string
  come(text: string): string
  kept(text: string): string
}

/** Of a longer stretch that both texts have, the ends are shown, in characters. */
const longest = 60

/** Of one change so many words are shown at once, in characters, and so many runs of words. */
const longestRun = 200
const mostRuns = 40

/** The words of two texts on one line: what went, and behind it what came. */
export function wordRunsText(all: readonly WordRun[], { gone, come, kept }: RunMarks): string {
  const runs = all.slice(0, mostRuns)
  const line = runs
    .map(({ in: where, text }, index) => {
      if (where === 'both') return kept(shortened(oneLine(text), index, runs.length))
      const [words = '', space = ''] = parted(oneLine(text))
      const isReplaced = where === 'base' && runs[index + 1]?.in === 'head'
      const shownWords = shorten(words, longestRun)
      return (where === 'base' ? gone(shownWords) : come(shownWords)) + (isReplaced ? '' : space)
    })
    .join('')
  return line.trimEnd() + (all.length > mostRuns ? '\u2026' : '')
}

/** White space behind the words belongs to neither. */
function parted(text: string): readonly string[] {
  const words = text.trimEnd()
  return words === '' ? [text, ''] : [words, text.slice(words.length)]
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}

/** The first stretch keeps its end, the last one its beginning, any other both. */
function shortened(text: string, index: number, count: number): string {
  const letters = [...text]
  if (letters.length <= longest) return text
  const half = longest / 2
  const start = index === 0 ? '' : letters.slice(0, half).join('')
  const end = index === count - 1 ? '' : letters.slice(-half).join('')
  return `${start}\u2026${end}`
}
