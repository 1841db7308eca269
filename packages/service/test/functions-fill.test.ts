import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../model/test/any-character.ts'
import { fillHeaders } from '../src/resources/functions/call.ts'
import { FunctionCallError, fillBody, fillUrl, isBodyTemplate } from '../src/resources/functions/fill.ts'
import type { HeaderVault } from '../src/resources/functions/header-vault.ts'
import { pickField } from '../src/resources/functions/pick-field.mjs'
import type { StoredHeader } from '../src/resources/functions/table.ts'

const orders = 'https://shop.example.com/v1/orders/{number}/lines?lang={lang}&all=1'
const half = '\u{D800}'

describe('an address', () => {
  test.each([
    ['4711', 'en', '/v1/orders/4711/lines?lang=en&all=1'],
    [4711, true, '/v1/orders/4711/lines?lang=true&all=1'],
    ['2024/17', '', '/v1/orders/2024%2F17/lines?lang=&all=1'],
    ['a?b#c&d=e;f', 'x&admin=1', '/v1/orders/a%3Fb%23c%26d%3De%3Bf/lines?lang=x%26admin%3D1&all=1'],
    ['a\\b', '#', '/v1/orders/a%5Cb/lines?lang=%23&all=1'],
    ['%2e%2e', '%26', '/v1/orders/%252e%252e/lines?lang=%2526&all=1'],
    ['a\r\nHost: evil', '\t', '/v1/orders/a%0D%0AHost%3A%20evil/lines?lang=%09&all=1'],
    ['@evil.example.com', '+', '/v1/orders/%40evil.example.com/lines?lang=%2B&all=1'],
    ['{lang}', 'ö', '/v1/orders/%7Blang%7D/lines?lang=%C3%B6&all=1'],
    ["!'()*", '...', '/v1/orders/%21%27%28%29%2A/lines?lang=...&all=1'],
  ])('contains the arguments %j and %j encoded', (number, lang, expected) => {
    expect(fillUrl(orders, { number, lang }).href).toBe(`https://shop.example.com${expected}`)
  })

  test.each([
    ['..', 'another address'],
    ['.', 'another address'],
    ['../../admin', 'another address'],
    ['a/../b', 'another address'],
    ['a\\..', 'another address'],
    ['', 'empty'],
    [half, 'valid text'],
    [{ a: 1 }, 'a text, a number or a boolean'],
    [['a'], 'a text, a number or a boolean'],
    [null, 'a text, a number or a boolean'],
    [undefined, 'missing'],
    ['a'.repeat(9000), 'longer'],
  ])('is not filled with %j', (number, reason) => {
    expect(() => fillUrl(orders, { number, lang: 'en' })).toThrow(FunctionCallError)
    expect(() => fillUrl(orders, { number, lang: 'en' })).toThrow(reason)
  })

  test('does not use inherited properties of an argument', () => {
    expect(() => fillUrl('https://shop.example.com/{constructor}', {})).toThrow('"constructor" is missing')
  })

  test.each([
    ['https://shop.example.com/.{a}/x', '.'],
    ['https://shop.example.com/{a}{b}/x', '.'],
    ['https://shop.example.com/{a}%2e/x', '.'],
  ])('%s does not lose a segment to the argument %j', (template, value) => {
    expect(() => fillUrl(template, { a: value, b: value })).toThrow(FunctionCallError)
  })

  test('leads to the same place for any arguments', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom(...'./\\?#&=;:@%2eEfF{}[]') }),
    )
    fc.assert(
      fc.property(text, text, (number, lang) => {
        const url = filledOrNone(number, lang)
        if (url === undefined) return
        const segments = url.pathname.split('/')
        expect(url.origin).toBe('https://shop.example.com')
        expect(segments).toEqual(['', 'v1', 'orders', encodedOf(number), 'lines'])
        expect([...url.searchParams]).toEqual([
          ['lang', lang],
          ['all', '1'],
        ])
        expect(decodeURIComponent(segments[3] ?? '')).toBe(number)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a body', () => {
  const template = '{"number": {number}, "text": "Order {number}, {note}", "all": [{note}, {}], "n\\u0061me": 1}'

  test.each([
    [4711, 'a', { number: 4711, text: 'Order 4711, a', all: ['a', {}], name: 1 }],
    ['1', '"}', { number: '1', text: 'Order 1, "}', all: ['"}', {}], name: 1 }],
    [true, '\\', { number: true, text: 'Order true, \\', all: ['\\', {}], name: 1 }],
    ['{note}', '\n', { number: '{note}', text: 'Order {note}, \n', all: ['\n', {}], name: 1 }],
  ])('contains the arguments %j and %j as JSON of their types', (number, note, expected) => {
    expect(JSON.parse(fillBody(template, { number, note }))).toEqual(expected)
  })

  test.each([
    [{ a: [1] }, '{"whole":{"a":[1]}}'],
    [null, '{"whole":null}'],
    [['x'], '{"whole":["x"]}'],
    [1.5, '{"whole":1.5}'],
    [JSON.parse('{"__proto__":{"x":1}}'), '{"whole":{"__proto__":{"x":1}}}'],
  ])('may have the whole value %j', (value, expected) => {
    expect(fillBody('{"whole": {value}}', { value })).toBe(expected)
  })

  test.each([[{}], [[1]], [null], [undefined]])('has no text with %j in it', value => {
    expect(() => fillBody('{"a": "Order {value}"}', { value })).toThrow(FunctionCallError)
  })

  test('omits whole values that were not given', () => {
    expect(() => fillBody('{"a": {value}}', {})).toThrow('"value" is missing')
  })

  test('keeps its shape for any arguments', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.jsonValue(), (note, number) => {
        const body = JSON.parse(
          fillBody('{"a": "x {note} y", "b": {number}, "argument:": "argument:note"}', { note, number }),
        )
        expect(body).toEqual({ a: `x ${note} y`, b: JSON.parse(JSON.stringify(number)), 'argument:': 'argument:note' })
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['{"a": {number}}', true],
    ['{number}', true],
    ['"{number}"', true],
    ['{"a": "{number}", "b": [1, {number}]}', true],
    ['{"a": {number}', false],
    ['{"a": 1{number}}', false],
    ['{"a": -{number}}', false],
    ['{{number}: 1}', false],
    ['{"{number}": 1}', false],
    ['{"a": [{"x{number}": 1}]}', false],
    ['{"a": 1, "b": {"a": 2}}', true],
    ['{"a": 1, "a": 2}', false],
    ['{"a": "\\"a\\": 1", "b" : ":"}', true],
    ['[0, -0.0, 1.50, 1E3, 0.1, 9007199254740991, 1e-7, 100000000000000000000000, 1.7976931348623157e308]', true],
    ['[12345678901234567890]', false],
    [`[1${'0'.repeat(300)}, 0.${'0'.repeat(300)}1]`, true],
    [`[${'0123456789'.repeat(10).slice(1)}]`, false],
    ['[0.12345678901234567890]', false],
    ['{"a": 1e999}', false],
    ['{"a": 1e-999}', false],
    ['{"a": "12345678901234567890 1e999"}', true],
    ['number', false],
  ])('%s as a template: %s', (text, isOne) => {
    expect(isBodyTemplate(text)).toBe(isOne)
  })

  test.each([
    ['no end', ''],
    ['half an escape', '\\'],
  ])('is checked in linear time if a string has %s', (_name, end) => {
    expect(isBodyTemplate(`"${'\\"'.repeat(1_000_000)}${end}`)).toBe(false)
  })
})

describe('a header', () => {
  const vault: HeaderVault = { seal: value => value, open: sealed => sealed }
  const header = (sealed: string | null, fields: Partial<StoredHeader> = {}): StoredHeader => ({
    id: 'h',
    header_name: 'X-Test',
    is_secret: true,
    is_enabled: true,
    sealed,
    ...fields,
  })
  const filled = (template: string, value: unknown) => fillHeaders([header(template)], { value }, vault)[0]?.[1]

  test.each([
    ['Bearer {value}', 'abc.DEF-1_~+/==', 'Bearer abc.DEF-1_~+/=='],
    ['{value}', 'any text, "quoted"; even', 'any text, "quoted"; even'],
    ['{value}', 12, '12'],
    ['none', 'x', 'none'],
    ['{"value": 1}', 'x', '{"value": 1}'],
  ])('of the value %j with %j is %j', (template, value, expected) => {
    expect(filled(template, value)).toBe(expected)
  })

  test.each([
    ['{value}', 'a\r\nX-Admin: 1'],
    ['{value}', 'a\nb'],
    ['{value}', '\u0000'],
    ['{value}', '\u007f'],
    ['{value}', 'ö'],
    ['{value}', '\u2028'],
    ['{value}', ['a']],
    ['{value}', null],
    ['session=s3cret; user={value}', 'x; admin=1'],
    ['Bearer {value}', 'a b'],
    ['a="{value}"', 'x", b="y'],
    ['gzip, {value}', 'a,b'],
    ['a {value}', 'a\\'],
  ])('of the value %j rejects %j, and does not reveal its value', (template, value) => {
    expect(() => filled(template, value)).toThrow(FunctionCallError)
    expect(() => filled(template, value)).not.toThrow('s3cret')
  })

  test('is left out if it is inactive or has no value', () => {
    expect(fillHeaders([header('a', { is_enabled: false }), header(null)], {}, vault)).toEqual([])
  })

  test('that cannot be opened is named', () => {
    const broken: HeaderVault = {
      ...vault,
      open() {
        throw new Error('secret')
      },
    }
    for (const each of [broken, undefined]) {
      expect(() => fillHeaders([header('a')], {}, each)).toThrow(
        'The value of the header "X-Test" cannot be opened here.',
      )
    }
    expect(fillHeaders([header(null)], {}, undefined)).toEqual([])
  })
})

describe('a field of an answer', () => {
  const answer = '{"order": {"status": "sent", "lines": [{"n": 1}, null]}, "a b": true, "": 5}'

  test.each([
    ['', answer],
    ['order.status', 'sent'],
    ['order.lines', '[{"n":1},null]'],
    ['order.lines.0.n', '1'],
    ['order.lines.1', 'null'],
    ['a b', 'true'],
  ])('at "%s" is %s', (path, expected) => {
    expect(pickField(answer, path)).toEqual({ value: expected })
  })

  test.each([
    ['orders', '"orders"'],
    ['order.status.length', '"order.status.length"'],
    ['order.lines.length', '"order.lines.length"'],
    ['order.lines.2', '"order.lines.2"'],
    ['order.lines.1.x', '"order.lines.1.x"'],
    ['order.constructor.name', '"order.constructor"'],
    ['__proto__', '"__proto__"'],
  ])('at "%s" is missing', (path, named) => {
    expect(pickField(answer, path)).toEqual({ fault: expect.stringContaining(named) })
  })

  test.each([
    ['id', '12345678901234567890'],
    ['list', '[[-0, {"id": 7.0}], 1.10,1E2,"12345678901234567890",1e999]'],
    ['list.0', '[-0, {"id": 7.0}]'],
    ['list.0.0', '-0'],
    ['list.0.1.id', '7.0'],
    ['list.1', '1.10'],
    ['list.3', '12345678901234567890'],
    ['list.4', '1e999'],
    ['in', '{"a\\"{1.0":{"9.90":0.1}}'],
    ['twice.id', '2.0'],
    ['é', '3.0'],
  ])('at "%s" has the digits that were sent', (path, expected) => {
    const list = '"list": [[-0, {"id": 7.0}], 1.10,1E2,"12345678901234567890",1e999]'
    const others =
      '"in": {"a\\"{1.0": {"9.90": 0.1}}, "twice": {"id": 1.0}, "twice": {"id": 2.0, "x": [1.0]}, "\\u00e9": 3.0'
    const text = `{"x": {"id": 5.0}, "id": 12345678901234567890, ${list}, ${others}, "text": "id", "y": [6.0]}`
    expect(pickField(text, path)).toEqual({ value: expected })
  })

  test('is the same for any spelling of numbers', () => {
    const name = fc.constantFrom('a', 'b', '0', '1', '"')
    const { value } = fc.letrec(of => ({
      value: fc.oneof({ maxDepth: 4 }, of('scalar'), of('list'), of('object')),
      scalar: fc.oneof(fc.integer(), fc.constantFrom('"', '{', ',', ':', true, null)),
      list: fc.array(of('value'), { maxLength: 3 }),
      object: fc.dictionary(name, of('value')),
    }))
    const respelled = (text: string) =>
      text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+/g, part => (part.startsWith('"') ? part : `${part}.0`))
    fc.assert(
      fc.property(value, fc.array(name, { minLength: 1, maxLength: 3 }), (tree, names) => {
        const [text, path] = [JSON.stringify({ a: tree }), ['a', ...names].join('.')]
        const picked = pickField(text, path)
        expect(pickField(respelled(text), path)).toEqual(
          'value' in picked ? { value: respelled(picked.value) } : picked,
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('cannot be selected from invalid JSON', () => {
    expect(pickField('<html>', 'a')).toEqual({ fault: expect.stringContaining('not JSON') })
    expect(pickField('<html>', '')).toEqual({ value: '<html>' })
  })
})

function filledOrNone(number: string, lang: string): URL | undefined {
  try {
    return fillUrl(orders, { number, lang })
  } catch (error) {
    expect(error).toBeInstanceOf(FunctionCallError)
    return undefined
  }
}

/** The unreserved characters of RFC 3986 stand as they are; all others by their bytes. */
function encodedOf(text: string): string {
  const isPlain = (byte: number) => /[\w.~-]/.test(String.fromCharCode(byte))
  return Array.from(Buffer.from(text), byte =>
    isPlain(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')
}
