/**
 * The field that a path of names and places between dots leads to, as text, or why there is none; an empty path leads
 * to the whole.
 */
export function pickField(text: string, path: string): { readonly value: string } | { readonly fault: string }
