import type { Paint } from '../../../shell/terminal/paint.ts'

/** The line below a list that was cut; nothing where it was not. */
export function andMore(all: number, shown: number, paint: Paint): string {
  return all > shown ? paint('dim', `  and ${all - shown} more; --format json has all\n`) : ''
}
