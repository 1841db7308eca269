import { expect, test } from 'vitest'
import type { InlayHint, Range, SelectionRange } from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { folderWith } from '../run.ts'
import { editorAt, positionOf } from './editor.ts'

const refund = `title: Refund \u{1f4b8} status
trigger_description: The customer asks when a refund will arrive.
examples: [Where is my \u{1f4b8} refund?, refund still not here]
flow:
  start: wait_time
  nodes:
    wait_time: { text: "A refund takes 3\\nbusiness days, and sometimes it takes five.", next: contact }
    contact:
      title: Where to write
      text: Write to us.
      next: [done, wait_time]
    done: END
`

const tests = `conversations:
  - name: asks for the money
    turns:
      - user: Where is my refund?
        expect: { starts: refund, walk: [wait_time, done] }
`

const file = 'scenarios/refund.scenario.yaml'
const testFile = 'scenarios/refund.test.yaml'
const document = TextDocument.create('', '', 1, refund)

async function opened(encodings?: ('utf-8' | 'utf-16')[]) {
  const editor = await editorAt({
    cwd: await folderWith({ 'scenewright.config.yaml': '', [file]: refund, [testFile]: tests }),
    ...(encodings && { capabilities: { general: { positionEncodings: encodings } } }),
  })
  await editor.open(file, refund)
  return editor
}

const whole: Range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } }

test('a hint after each target shows its title or how its text begins', async () => {
  const editor = await opened()
  const hints = async (range: Range): Promise<readonly [string, string][]> => {
    const found: readonly InlayHint[] = await editor.request('textDocument/inlayHint', {
      textDocument: { uri: editor.uri(file) },
      range,
    })
    return found.map(({ position, label }) => {
      const { line } = position
      return [document.getText({ start: { line, character: 0 }, end: position }).slice(-9), String(label)]
    })
  }
  expect(await hints(whole)).toEqual([
    [': contact', 'Where to write'],
    ['wait_time', 'A refund takes 3 business day\u2026'],
  ])
  const { line } = positionOf(refund, 'next: [')
  expect(await hints({ start: { line, character: 0 }, end: { line, character: 9 } })).toHaveLength(1)
})

test('a selection grows from a value to its field, its node and the whole source', async () => {
  for (const encoding of ['utf-16', 'utf-8'] as const) {
    const editor = await opened([encoding])
    const ranges = async (words: string, offset = 1): Promise<readonly string[]> => {
      const at = positionOf(refund, words, { offset })
      const lineStart = document.getText({ start: { line: at.line, character: 0 }, end: at })
      const character = encoding === 'utf-8' ? Buffer.byteLength(lineStart) : at.character
      const [found]: readonly SelectionRange[] = await editor.request('textDocument/selectionRange', {
        textDocument: { uri: editor.uri(file) },
        positions: [{ line: at.line, character }],
      })
      const texts: string[] = []
      for (let part: SelectionRange | undefined = found; part !== undefined; part = part.parent) {
        const { start, end } = part.range
        if (start.line === end.line && encoding === 'utf-8') {
          const line = Buffer.from(refund.split('\n')[start.line] ?? '')
          texts.push(line.subarray(start.character, end.character).toString())
        } else texts.push(document.getText(part.range))
      }
      return texts
    }
    const list = '[Where is my \u{1f4b8} refund?, refund still not here]'
    expect((await ranges('still')).slice(0, 3)).toEqual(['refund still not here', list, `examples: ${list}`])
    expect((await ranges('still')).at(-1)).toBe(refund)
    expect((await ranges('title: Where')).slice(0, 2)).toEqual(['title', 'title: Where to write'])
    await editor.change(file, 'title: [')
    expect(await ranges('title: Refund')).toHaveLength(1)
  }
})

test('names of nodes and scenarios are colored where they are defined and used', async () => {
  const editor = await opened()
  const tokens = async (name: string, text: string): Promise<readonly string[]> => {
    const { legend } = editor.server.capabilities.semanticTokensProvider as {
      legend: { tokenTypes: string[]; tokenModifiers: string[] }
    }
    const { data }: { data: number[] } = await editor.request('textDocument/semanticTokens/full', {
      textDocument: { uri: editor.uri(name) },
    })
    const lines = text.split('\n')
    const found: string[] = []
    let [line, column] = [0, 0]
    for (let at = 0; at < data.length; at += 5) {
      const [down = 0, right = 0, length = 0, type = 0, modifiers = 0] = data.slice(at, at + 5)
      ;[line, column] = [line + down, down === 0 ? column + right : right]
      const words = lines[line]?.slice(column, column + length)
      found.push(`${words} ${legend.tokenTypes[type]}${modifiers === 0 ? '' : ` ${legend.tokenModifiers[0]}`}`)
    }
    return found
  }
  expect(await tokens(file, refund)).toEqual([
    'wait_time function',
    'wait_time function declaration',
    'contact function',
    'contact function declaration',
    'done function',
    'wait_time function',
    'done function declaration',
  ])
  expect(await tokens(testFile, tests)).toEqual(['refund class', 'wait_time function', 'done function'])
})
