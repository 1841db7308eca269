/** Whether a text shows nothing: it is empty, or holds white space and characters without a shape alone. */
export function isBlank(text: string): boolean {
  return text.trim() === '' || (!hasPlainLetter.test(text) && shapeless.test(text))
}

/** Nearly every text has one, and to compile the classes of the other pattern takes half a millisecond. */
const hasPlainLetter = /[\w.?!\u0400-\u04ff]/

/** U+2800 is the Braille pattern without a dot, which fonts leave blank. */
const shapeless = /^[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u
