/** From as many items on a list scrolls within itself. */
const long = 24

/** The class attribute of a list: its own classes, and whether it is long. */
export function longClass(items: number, own = ''): string {
  const classes = [own, items > long ? 'long' : ''].filter(name => name !== '')
  return classes.length === 0 ? '' : ` class="${classes.join(' ')}"`
}
