import type { WordRun } from '@scenewright/differ'

/** How what went, what came and what stayed are shown. */
export interface RunMarks {
  gone(text: string): string
  come(text: string): string
  kept(text: string): string
}

/** Of a longer stretch that both texts have, the ends are shown, in characters. */
const longest = 60

/** The words of two texts on one line: what went, and behind it what came. */
export function wordRunsText(runs: readonly WordRun[], { gone, come, kept }: RunMarks): string {
  return runs
    .map(({ in: where, text }, index) => {
      if (where === 'both') return kept(shortened(oneLine(text), index, runs.length))
      const [words = '', space = ''] = parted(oneLine(text))
      const isReplaced = where === 'base' && runs[index + 1]?.in === 'head'
      return (where === 'base' ? gone(words) : come(words)) + (isReplaced ? '' : space)
    })
    .join('')
    .trimEnd()
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
