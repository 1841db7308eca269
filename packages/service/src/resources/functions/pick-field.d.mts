/**
 * The field at a path of names and indexes separated by dots, as text, or the reason why there is none; an empty path
 * is the whole value.
 */
export function pickField(text: string, path: string): { readonly value: string } | { readonly fault: string }
