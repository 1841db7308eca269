import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { openProject } from '../src/index.ts'
import { compileAll } from './compile-all.ts'
import { compileYaml } from './compile-yaml.ts'
import { projectFolder, soundSource } from './project-folder.ts'

const header = 'title: t\ntrigger_description: d\n'
const tiny = `${header}flow: { nodes: { a: END } }\n`
// None of these is bounded in time. A reading that doubles with each level never ends, and the time-out of the tests
// finds it; that the time grows with the length alone is a row of `npm run bench`.

/** How large a source is made. */
const scale = byTier({ once: 1, full: 10 })
const times = (count: number) => count.toLocaleString('en')

function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const above = Array.from({ length: 9 }, () => (level === 0 ? 'x' : `*a${level - 1}`))
    return `  l${level}: &a${level} [${above.join(', ')}]\n`
  })
  return `${tiny}layout:\n${levels.join('')}`
}

function deepMapping(levels: number): string {
  return Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:\n`).join('')
}

const texts: readonly (readonly [name: string, text: string, place: string])[] = [
  ['an alias bomb', bomb(), 'source/syntax 9:12'],
  ['an alias inside its own anchor', `${tiny}layout: &a { b: *a }\n`, 'source/syntax 4:17'],
  ['an unknown alias', `${tiny}layout: { b: *a }\n`, 'source/syntax 4:14'],
  ['10,000 lists in lists', `${tiny}layout: { a: ${'['.repeat(10_000)} }`, 'source/syntax 4:112'],
  ['10,000 mappings in mappings', `${tiny}layout: ${'{a: '.repeat(10_000)}`, 'source/syntax 4:405'],
  ['10,000 dashes', '- '.repeat(10_000), 'source/syntax 1:201'],
  ['10,000 levels of colons on one line', 'a: '.repeat(10_000), 'source/syntax 1:302'],
  ['10,000 question marks', '? '.repeat(10_000), 'source/syntax 1:201'],
  ['1,200 levels of indentation', deepMapping(1200), 'source/syntax 101:102'],
  ['a zero byte', `${tiny}description: a\0b\n`, 'source/syntax 4:15'],
  ['conflict markers', `${header}<<<<<<< ours\nkey: a\n=======\nkey: b\n>>>>>>> theirs\n`, 'source/syntax 3:1'],
  ['an empty file', '', 'source/syntax 1:1'],
  ['comments alone', '# nothing\n\n# here\n', 'source/syntax 1:1'],
  ['two documents', `${tiny}---\n${tiny}`, 'source/syntax 4:1'],
  ['a tag of a text before a list', `${tiny}layout: { a: !!str [b] }\n`, 'source/syntax 4:20'],
  ['a tag of a list before a mapping', `${tiny}layout: { a: !!seq { b: c } }\n`, 'source/syntax 4:20'],
  ['a tag of a mapping before a word', `${tiny}layout: { a: !!map b }\n`, 'source/syntax 4:20'],
  ['a binary tag', `${tiny}layout: { a: !!binary aGk= }\n`, 'source/syntax 4:23'],
  ['a custom tag', `${tiny}layout: { a: !danger x }\n`, 'source/syntax 4:22'],
  ['a list as a key', `${tiny}layout: { ? [a] : b }\n`, 'source/syntax 4:13'],
  ['a number that is too large', `${tiny}priority: .inf\n`, 'source/syntax 4:11'],
  ['a number that is too large to be exact', `${tiny}extra: { id: 1234567890123456789 }\n`, 'source/syntax 4:14'],
  ['a merge key', `${tiny}<<: { key: a }\n`, 'source/schema 4:1'],
  ['a merge key in a field of any content', `${tiny}layout: { a: { <<: { x: 1 } } }\n`, 'source/schema 4:16'],
  ['a merge key below such a field', `${tiny}extra:\n  a:\n    <<: { x: 1 }\n`, 'source/schema 6:5'],
  ['a merge key after a question mark', `${tiny}extra: { ? << : { x: 1 } }\n`, 'source/schema 4:12'],
  ['a tag of a number before a word', `${tiny}extra: { a: !!int b }\n`, 'source/syntax 4:19'],
  ['a tag of a number before another one', `${tiny}extra: { a: !!float 0x }\n`, 'source/syntax 4:21'],
  ['a tag of a boolean before a word', `${tiny}extra: { a: !!bool yes }\n`, 'source/syntax 4:20'],
  ['a tag of null before a word', `${tiny}extra: { a: !!null b }\n`, 'source/syntax 4:20'],
  ['a field named __proto__', `${tiny}__proto__: { key: a }\n`, 'source/schema 4:1'],
  ['a field named constructor', `${tiny}constructor: a\n`, 'source/schema 4:1'],
  ['a YAML 1.1 directive', `%YAML 1.1\n---\n${tiny}is_active: no\n`, 'source/schema 6:12'],
  ['a million empty lists', '[]'.repeat(1_000_000), 'source/syntax 1:3'],
  ['600,000 empty items', '- \n'.repeat(600_000), 'source/syntax 300000:3'],
  ['an unclosed quote', `${header}key: "abc\n`, 'source/syntax 3:6'],
]

test.each(texts)('%s is one finding at its place', async (_, text, place) => {
  const [first, ...more] = (await compileYaml(text)).findings
  expect(`${first?.rule} ${first?.range.start.line}:${first?.range.start.column}`).toBe(place)
  expect(more).toEqual([])
})

const many = Array.from({ length: 10_000 * scale }, (_, index) => index)
const some = many.slice(many.length / 2)
const few = many.slice(many.length * 0.8)

const large: readonly (readonly [name: string, text: string, findings: number])[] = [
  [`${times(many.length)} unknown keys`, tiny + many.map(index => `k${index}: 1\n`).join(''), 200],
  [`${times(many.length)} keys that are kept`, `${tiny}layout:\n${many.map(index => `  k${index}: 1\n`).join('')}`, 0],
  [`${times(many.length)} times the same key`, `${tiny}layout:\n${many.map(() => '  k: 1\n').join('')}`, 20],
  [`${times(some.length)} examples`, `${tiny}examples:\n${some.map(index => `  - message ${index}\n`).join('')}`, 0],
  ['one line of 2 MiB', `${tiny}description: ${'word '.repeat(400_000)}`, 0],
  ['one word of 2 MiB', `${tiny}description: ${'x'.repeat(2_000_000)}`, 0],
  [`${times(20_000 * scale)} comments`, `${'# c\n'.repeat(20_000 * scale)}${tiny}`, 0],
  [
    `${times(20_000 * scale)} comments inside`,
    `${header}flow:\n${'  # c\n'.repeat(20_000 * scale)}  nodes: { a: END }\n`,
    0,
  ],
  [`${times(30_000 * scale)} empty lines`, `${'\n'.repeat(30_000 * scale)}${tiny}`, 0],
  [`${times(many.length)} items on one line`, `${tiny}layout: { a: [${'a,'.repeat(many.length)}] }`, 0],
  [`${times(20_000 * scale)} marks of a conflict`, `${'<<<<<<< a\n'.repeat(20_000 * scale)}`, 1],
  [`${times(few.length)} nodes`, `${header}flow:\n  nodes:\n${few.map(index => `    n${index}: END\n`).join('')}`, 0],
  [
    `${times(few.length)} edges that all want one id`,
    `${header}flow: { nodes: { a: { text: t, next: [${'a,'.repeat(few.length)}] } } }\n`,
    0,
  ],
]

test.each(large)('%s: there are few findings, or none', async (_, text, findings) => {
  const result = await compileYaml(text)
  expect(result.findings.length).toBe(findings)
  expect(result.scenario === undefined).toBe(findings > 0 && findings !== 200)
})

test('names of the prototype are names like any other', async () => {
  const text = `${header}flow:\n  nodes:\n    __proto__: { text: t, next: constructor }\n    constructor: END\nextra: { __proto__: { a: 1 }, toString: 2 }\n`
  const { scenario, findings } = await compileYaml(text)
  expect(findings).toEqual([])
  expect(scenario?.document.scenario.definition.nodes.map(({ id }) => id)).toEqual(['__proto__', 'constructor'])
  expect(Object.keys(scenario?.document.scenario ?? {})).toContain('__proto__')
  expect(Object.getPrototypeOf(scenario?.document.scenario)).toBe(Object.prototype)
})

test('a text that only looks like a conflict is accepted', async () => {
  const text = `${tiny}description: |\n  <<<<<<< a\n  =======\n  >>>>>>> b\nexit_message: |\n  Heading\n  =======\n`
  expect((await compileYaml(text)).findings).toEqual([])
})

test('an unreadable source is a finding that names its file', async () => {
  const folder = projectFolder({
    'scenarios/bytes.scenario.yaml': Buffer.concat([
      Buffer.from('title: a\ndescription: ab'),
      Buffer.from([0xff, 0x41]),
    ]),
    'scenarios/large.scenario.yaml': Buffer.alloc(20_000_000, 'a'),
    'scenarios/sixteen.scenario.yaml': Buffer.from(`\ufeff${soundSource}`, 'utf16le'),
    'scenarios/sound.scenario.yaml': `\ufeff${soundSource}`,
    'scenarios/node_modules/ignored.scenario.yaml': 'ignored',
    'outside.yaml': soundSource,
  })
  mkdirSync(join(folder, 'scenarios/folder.scenario.yaml'))
  writeFileSync(join(folder, 'scenarios/secret.scenario.yaml'), soundSource)
  chmodSync(join(folder, 'scenarios/secret.scenario.yaml'), 0o000)
  symlinkSync('..', join(folder, 'scenarios/round'))
  symlinkSync('self.scenario.yaml', join(folder, 'scenarios/self.scenario.yaml'))
  symlinkSync('nowhere', join(folder, 'scenarios/broken.scenario.yaml'))
  symlinkSync('/etc/hostname', join(folder, 'scenarios/out.scenario.yaml'))
  symlinkSync('/', join(folder, 'scenarios/everything'))
  symlinkSync('../outside.yaml', join(folder, 'scenarios/linked.scenario.yaml'))
  const { scenarios, findings } = await compileAll(await openProject({ cwd: folder }))
  const places = findings.map(({ file, rule, range }) => `${file} ${rule} ${range.start.line}:${range.start.column}`)
  // Whoever may read everything may read this one too.
  const isRoot = process.getuid?.() === 0
  expect(places).toEqual([
    'scenarios/broken.scenario.yaml source/syntax 1:1',
    'scenarios/bytes.scenario.yaml source/syntax 2:16',
    'scenarios/folder.scenario.yaml source/syntax 1:1',
    'scenarios/large.scenario.yaml source/syntax 1:1',
    'scenarios/out.scenario.yaml source/syntax 1:1',
    'scenarios/round source/syntax 1:1',
    ...(isRoot ? [] : ['scenarios/secret.scenario.yaml source/syntax 1:1']),
    'scenarios/self.scenario.yaml source/syntax 1:1',
    'scenarios/sixteen.scenario.yaml source/syntax 1:1',
  ])
  expect(scenarios.map(({ key }) => key)).toEqual(['linked', ...(isRoot ? ['secret'] : []), 'sound'])
})

test('folders that link to each other are each read once', async () => {
  const folder = projectFolder({ 'shared/a/one.scenario.yaml': soundSource, 'shared/b/two.scenario.yaml': soundSource })
  mkdirSync(join(folder, 'scenarios'))
  symlinkSync('../b', join(folder, 'shared/a/to-b'))
  symlinkSync('../a', join(folder, 'shared/b/to-a'))
  symlinkSync('../shared', join(folder, 'scenarios/shared'))
  const { sources } = await compileAll(await openProject({ cwd: folder }))
  expect(sources.map(({ file }) => file)).toEqual([
    'scenarios/shared/a/one.scenario.yaml',
    'scenarios/shared/b/two.scenario.yaml',
  ])
})
