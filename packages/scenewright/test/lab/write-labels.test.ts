import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { folderWith, scenewright } from '../run.ts'

const hours = `title: Hours
trigger_description: The times at the counter.
examples: [when do you open, is the counter open on sunday]
flow: { nodes: { answer: { text: From nine to five., next: done }, done: END } }
`
const messages = `text,expected
When do you open?,
When do you open?,
"=cmd|' /C calc'!A0, ""so""",
- is that so,none
zebra,
is the counter open on sunday,none
`
const files = {
  'scenarios/hours.scenario.yaml': hours,
  'messages.csv': messages,
  'scenewright.config.yaml': 'bot: { primary_language: en }\n',
}

test('each message is written once, with what it starts or its own label, safe for spreadsheets', async () => {
  const cwd = await folderWith(files)
  const { code, stderr } = await scenewright(['lab', '--replay', 'messages.csv', '--write-labels', 'out/labels.csv'], {
    cwd,
  })
  expect([code, stderr]).toEqual([0, '5 messages written to out/labels.csv, 2 without a label\n'])
  const text = readFileSync(join(cwd, 'out/labels.csv'), 'utf8')
  const [header, ...rows] = parse(text, { bom: true })
  expect(header).toEqual(['text', 'expected', 'count', 'nearest', 'confidence'])
  expect(rows.map(([message, expected, count]: string[]) => [message, expected, count])).toEqual([
    ['When do you open?', 'hours', '2'],
    [`'=cmd|' /C calc'!A0, "so"`, '', '1'],
    ["'- is that so", 'none', '1'],
    ['zebra', '', '1'],
    ['is the counter open on sunday', 'none', '1'],
  ])
  expect(statSync(join(cwd, 'out/labels.csv')).mode & 0o777).toBe(0o600)
  const again = await scenewright(['lab', '--replay', 'out/labels.csv', '--format', 'json'], { cwd })
  expect(JSON.parse(again.stdout).evaluation).toMatchObject({
    right: 2,
    unlabelled: 2,
    outOfScope: { messages: 2, started: 1 },
  })
})

test('a message with a label is not written without it, and once for each of several labels', async () => {
  const table = 'text,expected\nwhen do you open,\nwhen do you open,none\nzebra,none\nzebra,hours\nzebra,\nlion,\n'
  const cwd = await folderWith({ ...files, 'messages.csv': table })
  const { stderr } = await scenewright(['lab', '--replay', 'messages.csv', '--write-labels', 'labels.jsonl'], { cwd })
  expect(stderr).toBe('4 messages written to labels.jsonl, 1 without a label\n')
  const lines = readFileSync(join(cwd, 'labels.jsonl'), 'utf8').trimEnd().split('\n')
  expect(lines.map(line => JSON.parse(line)).map(({ text, expected, count }) => [text, expected, count])).toEqual([
    ['when do you open', 'none', 2],
    ['zebra', 'none', 2],
    ['zebra', 'hours', 1],
    ['lion', '', 1],
  ])
})

test('JSON lines and tabs are written by the name of the file, and read again', async () => {
  const cwd = await folderWith(files)
  await scenewright(['lab', '--replay', 'messages.csv', '--write-labels', 'labels.jsonl'], { cwd })
  const rows = readFileSync(join(cwd, 'labels.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(rows[0]).toEqual({ text: 'When do you open?', expected: 'hours', count: 2, nearest: 'hours', confidence: 100 })
  expect(rows[1].text).toBe(`=cmd|' /C calc'!A0, "so"`)
  const { code } = await scenewright(['lab', '--replay', 'labels.jsonl', '--write-labels', 'labels.tsv'], { cwd })
  expect(code).toBe(0)
  expect(readFileSync(join(cwd, 'labels.tsv'), 'utf8')).toContain('When do you open?\thours\t2\thours\t100\r\n')
})

test.each([
  ['an existing file', 'messages.csv', '"messages.csv" already exists'],
  ['another kind of file', 'labels.xlsx', 'its name ends in .csv'],
])('%s is refused, and nothing is written', async (_, out, message) => {
  const cwd = await folderWith(files)
  const { code, stderr } = await scenewright(['lab', '--replay', 'messages.csv', '--write-labels', out], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(readFileSync(join(cwd, 'messages.csv'), 'utf8')).toBe(messages)
})
