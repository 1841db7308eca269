import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dot } from '../../src/commands/graph/formats/dot.ts'
import { mermaid } from '../../src/commands/graph/formats/mermaid.ts'
import { nodeLines } from '../../src/render/graph/boxes.ts'
import type { Picture } from '../../src/render/graph/picture.ts'
import { pictureFlow } from '../../src/render/graph/picture-flow.ts'
import { inBrowser, newContext } from '../browser.ts'
import { hostileTexts } from './hostile-texts.ts'

/** A flow in which everything that an author writes is this text. */
function pictureOf(text: string): Picture {
  return pictureFlow({
    key: text,
    title: text,
    flow: {
      start_node_id: text,
      nodes: [
        { id: text, type: 'FIXED_REPLY', text },
        { id: `${text}2`, type: 'END', title: text },
        { id: `${text}3`, type: text },
      ],
      edges: [
        { id: 'a', source: text, target: `${text}2`, priority: 1, condition: { type: text } },
        { id: 'b', source: text, target: `${text}3`, priority: 2 },
        { id: 'c', source: `${text}3`, target: 'gone' },
      ],
    },
  })
}

/** What is to be read in each node, in one line. */
function wordsOf({ nodes }: Picture): readonly string[] {
  return nodes.map(node => {
    const { name, text } = nodeLines(node)
    return seen([...name, ...text].join(' '))
  })
}

/** As it is seen: white space is one space, and what has no width is not there. */
function seen(text: string): string {
  return text
    .replace(/\u200b/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const graphviz = process.env.SCENEWRIGHT_TEST_DOT ?? '/usr/bin/dot'

describe.skipIf(!existsSync(graphviz))(`by Graphviz (skipped without ${graphviz})`, () => {
  test.each(hostileTexts)('%j is drawn unchanged, without a warning', text => {
    const picture = pictureOf(text)
    const { status, stdout, stderr } = spawnSync(graphviz, ['-Tplain'], { input: dot(picture), encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.match(/^node /gm)).toHaveLength(4)
    const svg = spawnSync(graphviz, ['-Tsvg'], { input: dot(picture), encoding: 'utf8' }).stdout
    const groups = [...svg.matchAll(/<g id="node\d+" class="node">([\s\S]*?)<\/g>/g)].map(([, group = '']) =>
      [...group.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, line = '']) => decoded(line)).join(' '),
    )
    expect(groups.map(seen).sort()).toEqual([...wordsOf(picture)].sort())
  })
})

const named: { readonly [name: string]: string } = { lt: '<', gt: '>', quot: '"', amp: '&' }

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_all, decimal, hex, name) =>
    name === undefined
      ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
      : (named[name] ?? ''),
  )
}

const script = process.env.SCENEWRIGHT_TEST_MERMAID ?? ''

describe.skipIf(!existsSync(script) || inBrowser.isSkipped)(
  'by Mermaid (skipped unless SCENEWRIGHT_TEST_MERMAID names its mermaid.min.js)',
  () => {
    test('every text is drawn unchanged', async () => {
      const page = await (await newContext()).newPage()
      await page.addScriptTag({ path: script })
      await page.evaluate('mermaid.initialize({ startOnLoad: false })')
      for (const text of hostileTexts) {
        const picture = pictureOf(text)
        const found =
          await page.evaluate(`mermaid.render('drawn', ${JSON.stringify(mermaid(picture))}).then(({ svg }) => {
          document.body.innerHTML = svg
          const labels = [...document.querySelectorAll('span.nodeLabel')]
          const tags = [...document.querySelectorAll('span.nodeLabel *, span.edgeLabel *')].map(tag => tag.tagName)
          return { words: labels.map(label => label.innerText), tags: [...new Set(tags)] }
        })`)
        // What the lines above promise.
        const { words, tags } = found as { readonly words: readonly string[]; readonly tags: readonly string[] }
        expect(words.map(seen).sort(), text).toEqual([...wordsOf(picture)].sort())
        expect(tags.every(tag => ['P', 'BR', 'SPAN'].includes(tag))).toBe(true)
      }
    })
  },
)
