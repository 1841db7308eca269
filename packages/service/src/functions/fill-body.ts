import { randomUUID } from 'node:crypto'
import { type Arguments, argumentOf, fill, placeholder } from './placeholders.ts'

/**
 * The JSON of a call's body. An argument that stands for a value is that value, of its own type; one within a text is a
 * part of that text. It can be nothing more, as it is put in when the template has been read. Throws an UnfitCall.
 */
export function fillBody(template: string, args: Arguments): string {
  const { tree, mark } = readTemplate(template)
  const filled = (part: unknown): unknown => {
    if (typeof part === 'string') {
      return part.startsWith(mark) ? argumentOf(args, part.slice(mark.length)) : fill(part, args, value => value)
    }
    if (Array.isArray(part)) return part.map(filled)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, filled(value)]))
  }
  return JSON.stringify(filled(tree))
}

/** Whether a template is JSON once filled in, whose fields have names of their own. */
export function isBodyTemplate(template: string): boolean {
  try {
    const { tree, mark } = readTemplate(template)
    return !hasName(tree, name => name.startsWith(mark) || name.search(placeholder) >= 0)
  } catch {
    return false
  }
}

/** A template as a tree, in which a text that begins with the mark stands for a whole value. */
function readTemplate(template: string): { readonly tree: unknown; readonly mark: string } {
  // By chance: no template can hold it, in whatever spelling.
  const mark = `argument ${randomUUID()} `
  // Texts are passed over as they stand, so that what is found beside them stands for a value.
  const marked = template.replaceAll(/"(?:[^"\\]|\\.)*"|\{[\w$][\w$.-]*\}/g, part =>
    part.startsWith('"') ? part : `"${mark}${part.slice(1, -1)}"`,
  )
  return { tree: JSON.parse(marked), mark }
}

function hasName(part: unknown, isIt: (name: string) => boolean): boolean {
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([name, value]) => isIt(name) || hasName(value, isIt))
}
