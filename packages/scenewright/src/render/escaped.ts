import { visible } from '@scenewright/model/text'

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Escapes a text for HTML, between tags or in a quoted attribute: without markup, and without characters that hide or
 * reorder text.
 */
export function escaped(text: string): string {
  return visible(text)
    .toWellFormed()
    .replace(/[&<>"']/g, character => entities[character] ?? character)
}

/** A text written by people, with its own direction. */
export function quotation(text: string): string {
  return `<q><bdi>${escaped(text)}</bdi></q>`
}

/** A scenario's key. */
export function key(text: string): string {
  return `<code><bdi>${escaped(text)}</bdi></code>`
}
