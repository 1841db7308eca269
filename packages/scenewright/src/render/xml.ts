import { visible } from '@scenewright/model/text'

/** The value of an attribute, with its quotes. */
export function attribute(text: string): string {
  return `"${escaped(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`
}

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text for XML 1.0, which does not allow some characters, even as escapes. */
export function escaped(text: string): string {
  return visible(text)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, character => entities[character] ?? character)
}
