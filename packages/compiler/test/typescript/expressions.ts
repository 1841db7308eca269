import fc from 'fast-check'

/** What every generated expression can name, in the language of sources and in JavaScript alike. */
export const prelude = `
const zero = 0
const word = 'Größe 😀'
const numbers = [3, 1, 2]
const words = ['b', 'a', '10', '9']
const nested = [[1], [2, [3]], []]
const person = { name: 'Ada', age: 36, tags: ['x'], address: { city: 'London' }, 10: 'ten', 2: 'two' }
const pairs = [['a', 1], ['10', 2], ['a', 3]]
const x = 4
const i = 1
function twice(value) { return [value, value] }
function pick({ name, age = 5, ...rest }, [first, , third = 'none'] = words) { return { name, age, rest, first, third } }
const sum = (...all) => all.reduce((a, b) => a + b, 0)
const greet = (who = 'you') => { if (who === 'nobody') { return null } const text = \`Hi \${who}\`; return text }
const grade = value => { switch (value) { case 1: return 'one'; case 2: case 3: return 'few'; default: return 'many' } }
`

type Text = fc.Arbitrary<string>

const constants = {
  number: [
    '0',
    '-0',
    '1',
    '2',
    '3',
    '-1',
    '1.5',
    '10',
    '0.1',
    '1e21',
    'NaN',
    'Infinity',
    'zero',
    'x',
    'i',
    '0x1f',
    '1_000',
  ],
  string: [
    `''`,
    `'a'`,
    `'ab'`,
    `' B '`,
    `'ß'`,
    `'😀x'`,
    `'10'`,
    `'$&$1'`,
    `'a-b-c'`,
    'word',
    `"it's"`,
    '`t`',
    `'\\u00e9\\n'`,
  ],
  list: ['[]', 'numbers', 'words', 'nested', '[undefined, null]', '[0, -0, NaN]', 'person.tags'],
  object: ['{}', 'person', 'person.address', `{ b: 1, 1: 'i', a: 2, 0: 'z' }`, `{ ['__proto__']: 1 }`],
  other: ['null', 'undefined', 'true', 'false', 'person.missing', 'numbers[7]', 'person?.address?.city'],
}

/** Expressions of the language of sources, and some at its edge: what they give is what running them gives. */
export const expressions = fc.letrec<Record<'number' | 'string' | 'list' | 'object' | 'boolean' | 'any', string>>(
  tie => {
    const [number, string, list] = [tie('number'), tie('string'), tie('list')]
    const [object, boolean, any] = [tie('object'), tie('boolean'), tie('any')]
    const pattern = (parts: TemplateStringsArray, ...holes: Text[]): Text =>
      fc.tuple(...holes).map(texts => parts.reduce((text, part, at) => text + texts[at - 1] + part))
    const leaf = (names: readonly string[]) => fc.constantFrom(...names)
    return {
      number: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf(constants.number),
        pattern`(${number} + ${number})`,
        pattern`(${number} - ${number})`,
        pattern`(${number} * ${number})`,
        pattern`(${number} / ${number})`,
        pattern`(${number} % ${number})`,
        pattern`(- ${number})`,
        pattern`${string}.length`,
        pattern`${list}.length`,
        pattern`${string}.indexOf(${string}, ${number})`,
        pattern`${string}.lastIndexOf(${string})`,
        pattern`${string}.charCodeAt(${number})`,
        pattern`${list}.indexOf(${any}, ${number})`,
        pattern`${list}.lastIndexOf(${any})`,
        pattern`${list}.findIndex(item => item === ${any})`,
        pattern`Number(${string})`,
        pattern`parseInt(${string}, 10)`,
        pattern`Math.max(${number}, ${number})`,
        pattern`Math.min(...numbers, ${number})`,
        pattern`Math.round(${number})`,
        pattern`Math.trunc(${number})`,
        pattern`sum(${number}, ...numbers)`,
        pattern`(${any} ? ${number} : ${number})`,
      ),
      string: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf(constants.string),
        pattern`(${string} + ${string})`,
        pattern`(${string} + ${number})`,
        pattern`\`<\${${string}}|\${${number}}>\``,
        pattern`${string}.at(${number})`,
        pattern`${string}[${number}]`,
        pattern`${string}.charAt(${number})`,
        pattern`${string}.slice(${number}, ${number})`,
        pattern`${string}.slice(${number})`,
        pattern`${string}.substring(${number}, ${number})`,
        pattern`${string}.replace(${string}, ${string})`,
        pattern`${string}.replaceAll(${string}, ${string})`,
        pattern`${string}.replaceAll(${string}, (part, at) => part + at)`,
        pattern`${string}.toUpperCase()`,
        pattern`${string}.toLowerCase()`,
        pattern`${string}.trim()`,
        pattern`${string}.padStart(i + 4, ${string})`,
        pattern`${string}.padEnd(x, ${string})`,
        pattern`${string}.repeat(i + 1)`,
        pattern`${string}.concat(${string}, ${number})`,
        pattern`${string}.normalize('NFD')`,
        pattern`${list}.join(${string})`,
        pattern`words.join(${string})`,
        pattern`String(${number})`,
        pattern`${number}.toFixed(2)`.map(text => text.replace(/^(-?[\w.]+)\.toFixed/, '($1).toFixed')),
        pattern`typeof ${any}`,
        pattern`greet(${string})`,
        pattern`grade(${any})`,
        pattern`JSON.stringify(${any})`,
      ),
      list: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf(constants.list),
        pattern`[${any}, ${any}]`,
        pattern`[...${list}, ${any}]`,
        pattern`[...${string}]`,
        pattern`${list}.map((item, at) => ${any})`,
        pattern`${list}.map(item => [item, ${any}])`,
        pattern`${list}.map(x => ({ x, y: ${any} }))`,
        pattern`${list}.filter(item => item !== ${any})`,
        pattern`${list}.filter(Boolean)`,
        pattern`${list}.map(String)`,
        pattern`${list}.slice(${number}, ${number})`,
        pattern`${list}.concat(${list}, ${any})`,
        pattern`${list}.flat()`,
        pattern`${list}.flat(${number})`,
        pattern`${list}.flatMap(twice)`,
        pattern`${list}.toReversed()`,
        pattern`${list}.toSpliced(${number}, i, ${any})`,
        pattern`words.toSorted()`,
        pattern`numbers.toSorted((a, b) => b - a)`,
        pattern`${string}.split(${string})`,
        pattern`${string}.split(${string}, ${number})`,
        pattern`Object.keys(${object})`,
        pattern`Object.values(${object})`,
        pattern`Object.entries(${object})`,
        pattern`Array.from({ length: x }, (_, at) => at + ${number})`,
        pattern`Array.of(${any}, ${any})`,
        pattern`twice(${any})`,
        pattern`(${any} ? ${list} : ${list})`,
      ),
      object: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf(constants.object).map(text => `(${text})`),
        pattern`({ a: ${any}, b: ${any} })`,
        pattern`({ ...${object}, ${leaf(['a', 'b', '7', "'x y'"])}: ${any} })`,
        pattern`({ [${string}]: ${any}, ...${object} })`,
        pattern`({ ...(${boolean} && ${object}), x })`,
        pattern`Object.fromEntries(pairs)`,
        pattern`Object.fromEntries(${list}.map((item, at) => [at, item]))`,
        pattern`Object.fromEntries(Object.entries(${object}).map(([name, value]) => [name + i, value]))`,
        pattern`pick(${object})`,
        pattern`pick(${object}, ${list})`,
      ),
      boolean: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf(['true', 'false']),
        pattern`(!${any})`,
        pattern`(${number} < ${number})`,
        pattern`(${string} >= ${string})`,
        pattern`(${any} === ${any})`,
        pattern`(${any} !== ${any})`,
        pattern`(${any} == ${leaf(['null', 'undefined'])})`,
        pattern`${string}.includes(${string}, ${number})`,
        pattern`${string}.startsWith(${string})`,
        pattern`${string}.endsWith(${string}, ${number})`,
        pattern`${list}.includes(${any})`,
        pattern`${list}.some(item => item)`,
        pattern`${list}.every(item => typeof item === 'number')`,
        pattern`('name' in ${object})`,
        pattern`Array.isArray(${any})`,
        pattern`Number.isInteger(${any})`,
        pattern`Object.hasOwn(${object}, ${string})`,
      ),
      any: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf(constants.other),
        number,
        string,
        list,
        object,
        boolean,
        pattern`${object}.${leaf(['name', 'a', 'missing'])}`,
        pattern`${object}[${string}]`,
        pattern`${object}?.a?.b?.c`,
        pattern`${list}[${number}]`,
        pattern`${list}.at(${number})`,
        pattern`${list}.find(item => item)`,
        pattern`${list}.reduce((all, item) => [all, item], ${any})`,
        pattern`(${any} ?? ${any})`,
        pattern`(${any} && ${any})`,
        pattern`(${any} || ${any})`,
        pattern`(${boolean} ? ${any} : ${any})`,
        pattern`(${object} ?? ${any})?.name`,
        pattern`(({ a, ...others }) => [a, others])(${object})`,
      ),
    }
  },
)
