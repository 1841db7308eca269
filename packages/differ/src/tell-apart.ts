import { escapeCharacter } from '@scenewright/model/text'
import { diffArrays } from 'diff'

/** With more differences than this, all characters that may look like others are escaped. */
const maxEdits = 500

/**
 * Two texts for a reader: if they differ but look equal, the characters that differ are escapes, such as those of a
 * no-break space, of a space at the end, and of an accent that is a character of its own. Other texts stay as they are.
 */
export function tellApart(before: string, after: string): readonly [before: string, after: string] {
  if (before === after || appearance(before) !== appearance(after)) return [before, after]
  const [was, is] = [[...before], [...after]]
  const parts = diffArrays(was, is, { maxEditLength: maxEdits }) ?? [
    { value: was, removed: true, added: false },
    { value: is, removed: false, added: true },
  ]
  const side = (isOther: (part: (typeof parts)[number]) => boolean) =>
    parts.flatMap(part => (isOther(part) ? [] : part.added || part.removed ? escaped(part.value) : part.value)).join('')
  return [side(({ added }) => added), side(({ removed }) => removed)]
}

/** How a text looks on one line; equal for texts that a reader cannot tell apart. */
export function appearance(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
}

function escaped(characters: readonly string[]): readonly string[] {
  return characters.map(character => (/^[!-~]$/.test(character) ? character : escapeCharacter(character)))
}
