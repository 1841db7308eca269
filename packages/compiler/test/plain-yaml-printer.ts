import fc from 'fast-check'

/** A text in words, a list or a mapping. */
type Tree = { readonly words: readonly string[] } | { readonly items: readonly Tree[] } | { readonly fields: Fields }
type Fields = readonly (readonly [name: string, value: Tree])[]
/** A number below the given one, by chance. */
type Dice = (sides: number) => number

const words = (
  "order Where is my refund Где посылка ещё END true null ~ 5 0x1F 1e3 -7.50 .5 a:b so: #x a,b - – -- ? it's '' \"so\" " +
  '\\n [x] {y} { ] \u{1f600} \u2028 * &b ! !x @me % `c` | > ... --- https://x.y/z?a=b#c'
).split(' ')
const names = [
  'title',
  'text',
  'next',
  'to',
  'nodes',
  'a b',
  'step_1',
  '1',
  'true',
  '~',
  'имя',
  'x-y',
  'toString',
  "it's",
]
const headers = ['|', '|-', '>', '>-', '|', '|-', '>', '>-', '|+', '>2']

const { tree } = fc.letrec<{ tree: Tree; text: Tree; list: Tree; mapping: Tree }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 3, arbitrary: tie('text') },
    tie('list'),
    tie('mapping'),
  ),
  text: fc.array(fc.constantFrom(...words), { maxLength: 9 }).map(all => ({ words: all })),
  list: fc.array(tie('tree'), { maxLength: 4 }).map(items => ({ items })),
  mapping: fieldsOf(tie('tree'), 0).map(fields => ({ fields })),
}))

/** Mappings, written down in one of the many ways that YAML has; not all of them come out as YAML. */
export const printedTrees: fc.Arbitrary<string> = fc
  .tuple(fieldsOf(tree, 1), fc.array(fc.nat(9999), { minLength: 20, maxLength: 60 }))
  .map(([fields, rolls]) => {
    const dice = diceOf(rolls)
    return roughened(printFields(fields, 0, dice), dice)
  })

function fieldsOf(value: fc.Arbitrary<Tree>, minLength: number): fc.Arbitrary<Fields> {
  return fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), {
    minLength,
    maxLength: 5,
    selector: ([name]) => name,
  })
}

function diceOf(rolls: readonly number[]): Dice {
  let count = 0
  return sides => {
    count += 1
    return ((rolls[count % rolls.length] ?? 0) + count * 7) % sides
  }
}

function printFields(fields: Fields, indent: number, dice: Dice): string {
  return fields
    .map(([name, value]) => `${' '.repeat(indent)}${quoted(name, dice)}:${below(value, indent, dice)}`)
    .join('')
}

function printItems(items: readonly Tree[], indent: number, dice: Dice): string {
  return items.map(item => `${' '.repeat(indent)}-${beside(item, indent, dice)}`).join('')
}

/** What stands behind a dash: a list or a mapping may begin on its line. */
function beside(value: Tree, indent: number, dice: Dice): string {
  const gap = 1 + (dice(6) === 0 ? dice(4) : 0)
  const isCompact = !isBare(value) && dice(4) > 0
  return isCompact
    ? ' '.repeat(gap) + printBlock(value, indent + 1 + gap, dice).trimStart()
    : below(value, indent, dice)
}

/** What stands behind a colon or a dash, to the end of the line or of the lines below. */
function below(value: Tree, indent: number, dice: Dice): string {
  if ('words' in value) return printWords(value.words, indent, dice)
  if (isBare(value) || dice(4) === 0) return ` ${printFlow(value, dice)}\n`
  const isFlush = 'items' in value && dice(3) === 0
  return `\n${printBlock(value, isFlush ? indent : indent + 1 + dice(4), dice)}`
}

/** Whether nothing of it can stand on lines of its own. */
function isBare(value: Tree): boolean {
  return 'words' in value || ('items' in value ? value.items : value.fields).length === 0
}

function printBlock(value: Tree, indent: number, dice: Dice): string {
  if ('fields' in value) return printFields(value.fields, indent, dice)
  return 'items' in value ? printItems(value.items, indent, dice) : printWords(value.words, indent, dice)
}

function printWords(all: readonly string[], indent: number, dice: Dice): string {
  const text = all.join(' ')
  switch (dice(8)) {
    case 0:
      return ` ${quoted(text, () => 0)}\n`
    case 1:
      return ` ${quoted(text, sides => sides - 1)}\n`
    case 2:
      return ` ${headers[dice(headers.length)]}\n${wrapped(all, indent, dice)}`
    case 3:
      return ` ${wrapped(all, indent, dice).trimStart()}`
    case 4:
      return `\n${wrapped(all, indent, dice)}`
    default:
      return ` ${text}\n`
  }
}

/** Words over several lines, some of them empty and some indented deeper. */
function wrapped(all: readonly string[], indent: number, dice: Dice): string {
  const step = ' '.repeat(indent + 1 + dice(3))
  const breaks = ['\n', '\n', '\n\n', '\n\n\n', '\n  ']
  const rest = all.map(word =>
    dice(2) === 0 ? ` ${word}` : (breaks[dice(5)] ?? '').replace(/\n( *)$/, `\n${step}$1`) + word,
  )
  return `${step}${rest.join('').trimStart()}\n`
}

function printFlow(value: Tree, dice: Dice): string {
  const [gap, glue] = dice(3) === 0 ? ['', ','] : [' ', ', ']
  if ('items' in value) return `[${gap}${value.items.map(item => printFlow(item, dice)).join(glue)}${gap}]`
  if ('words' in value) return quoted(value.words.join(' '), dice)
  const fields = value.fields.map(([name, field]) => `${quoted(name, dice)}: ${printFlow(field, dice)}`)
  return `{${gap}${fields.join(glue)}${gap}}`
}

function quoted(text: string, dice: Dice): string {
  const style = dice(8)
  if (style === 0) return JSON.stringify(text)
  return style === 7 ? `'${text.replaceAll("'", "''")}'` : text
}

/** Strews comments, empty lines and spaces in, and ends the lines in one of the two ways. */
function roughened(text: string, dice: Dice): string {
  const lines = text.split('\n').map(line => {
    const tail = dice(12) > 0 ? '' : (['  ', ' # c', '  #c', '#c'][dice(4)] ?? '')
    const more = dice(12) > 0 ? '' : `${['\n', '\n   ', '\n# c', `\n${' '.repeat(dice(8))}#c`][dice(4)]}`
    return line + tail + more
  })
  return lines.join(dice(9) === 0 ? '\r\n' : '\n')
}
