/** A part of a whole: its color class, its number, and its label. */
export type BarPart = readonly [name: string, number: number, label: string]

/** A bar with parts in proportion, and their labels below it. */
export function stackedBar(parts: readonly BarPart[]): string {
  const all = parts.reduce((sum, [, number]) => sum + number, 0)
  let from = 0
  const pieces = parts.map(([name, number]) => {
    const width = all === 0 ? 0 : (number / all) * 100
    const piece = `<rect class="fill-${name}" x="${round(from)}" y="0" width="${round(width)}" height="1"/>`
    from += width
    return width === 0 ? '' : piece
  })
  const items = parts.map(
    ([name, number, label]) =>
      `<li><span class="dot ${name}"></span><b>${share(number, all)}</b><span class="number">${number}</span><span>${label}</span></li>`,
  )
  return [
    `<svg class="stack" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${pieces.join('')}</svg>`,
    `<ul class="legend">${items.join('')}</ul>`,
  ].join('\n')
}

/** `12.5 %` in HTML, a dash if there is no whole. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}&#8239;%`
}

/** Coordinates with two decimals: the same on every machine, and short. */
export function round(number: number): number {
  return Math.round(number * 100) / 100
}

/** A list with at least this many items scrolls. */
const long = 24

/** The class attribute of a list: its own classes, and whether it is long. */
export function longClass(items: number, own = ''): string {
  const classes = [own, items > long ? 'long' : ''].filter(name => name !== '')
  return classes.length === 0 ? '' : ` class="${classes.join(' ')}"`
}

/** The attributes of a box around a wide table, whose rows may be many: a keyboard scrolls it, too. */
export function scrollBox(name: string, items = 0): string {
  return `${longClass(items, 'scroll')} role="group" aria-label="${name}, scrollable" tabindex="0"`
}
