// The pictures of the documentation: pages of the example shop, the playground and the studio, photographed in Chromium.
// Run it when a page changes, and look at the result.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildPlayground } from './build/browser.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { chromium } = createRequire(join(root, 'packages/scenewright/package.json'))('playwright-core')

/** The picture, the call that writes the page, and what is photographed: from one element down to another. */
const pictures = [
  { name: 'lab-collisions', call: ['lab'], from: '#collisions', to: '#collisions' },
  { name: 'lab-evaluation', call: ['lab', '--replay', 'labelled.csv'], from: '#evaluation', to: '#evaluation figure' },
]

/** Pictures of the studio: what a person does before each. */
const studioPictures = [
  {
    name: 'studio-chat',
    async prepare(page) {
      await page.getByRole('link', { name: 'Chat', exact: true }).click()
      await page.getByLabel('Message').fill('please close my account')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Save as test' }).waitFor()
    },
  },
  {
    name: 'studio-flow',
    async prepare(page) {
      await page.getByRole('link', { name: 'Show the last walk in the flow' }).click()
      await page.getByText('step 1 of the chat').waitFor()
      await page.getByText('tested').first().waitFor()
      await page.getByRole('navigation', { name: 'Outline' }).getByRole('link').nth(1).click()
      await page.getByRole('heading', { name: 'Add a node' }).waitFor()
    },
  },
  {
    name: 'studio-lab',
    async prepare(page) {
      await page.getByRole('link', { name: 'Lab', exact: true }).click()
      await page.getByRole('heading', { name: 'Threshold' }).waitFor()
      await page.evaluate('scrollTo(0, 0)')
    },
  },
  {
    name: 'studio-source',
    async prepare(page) {
      await page.getByRole('link', { name: 'Source', exact: true }).click()
      await page.locator('.cm-line', { hasText: 'next:' }).first().click()
      await page.keyboard.press('End')
      await page.keyboard.press('Control+Backspace')
      const suggestions = page.getByRole('listbox')
      while ((await suggestions.count()) === 0) {
        await page.keyboard.press('Control+Space')
        await page.waitForTimeout(500)
      }
    },
  },
]

const bin = join(root, 'packages/scenewright/bin/scenewright.cjs')
const folder = join(root, 'docs/pictures')
mkdirSync(folder, { recursive: true })
const temporary = mkdtempSync(join(tmpdir(), 'scenewright-pictures-'))
const executablePath = process.env.SCENEWRIGHT_TEST_CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const picture of pictures) await photograph(picture)
  for (const colorScheme of ['light', 'dark']) await photographPlayground(colorScheme)
  await photographStudio()
} finally {
  await browser.close()
  rmSync(temporary, { recursive: true })
}

async function photograph({ name, call, from, to }) {
  const file = join(temporary, `${name}.html`)
  const { status, stderr } = spawnSync(process.execPath, [bin, ...call, '--format', 'html', '--out', file], {
    cwd: join(root, 'scenarios/shop'),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${call.join(' ')}: ${stderr}`)
  const page = await browser.newPage({ viewport: { width: 960, height: 4000 }, colorScheme: 'light' })
  await page.goto(pathToFileURL(file).href)
  const [first, last] = [await page.locator(from).first().boundingBox(), await page.locator(to).last().boundingBox()]
  const margin = 12
  const clip = {
    x: Math.max(0, first.x - margin),
    y: first.y - margin,
    width: first.width + 2 * margin,
    height: last.y + last.height - first.y + 2 * margin,
  }
  await page.screenshot({ path: join(folder, `${name}.png`), clip, fullPage: true })
  await page.close()
}

/** A finding with its fix, and an answer. */
async function photographPlayground(colorScheme) {
  const built = join(temporary, 'playground')
  await buildPlayground(built)
  const server = createServer(({ url = '' }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(1)
    const type = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }[extname(name)]
    response.writeHead(200, { 'content-type': type }).end(readFileSync(join(built, name)))
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const page = await browser.newPage({ viewport: { width: 1000, height: 740 }, colorScheme, deviceScaleFactor: 1.5 })
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  const editor = page.getByLabel('Source', { exact: true })
  await page.getByLabel('Message', { exact: true }).fill('how long is the delivery time')
  await page.keyboard.press('Enter')
  await page.locator('#turns > li').waitFor()
  await editor.fill((await editor.inputValue()).replace('next: done', 'next: don'))
  await page.locator('#findings > li').first().waitFor()
  await page.evaluate('document.activeElement.blur(); document.getElementById("editor").scrollTop = 0')
  const { y } = await page.locator('.columns').boundingBox()
  const clip = { x: 0, y: y - 10, width: 1000, height: 740 - y + 10 }
  await page.screenshot({ path: join(folder, `playground-${colorScheme}.png`), clip })
  await page.close()
  await new Promise(resolve => server.close(resolve))
}

/** Outside of the repository, so that no picture depends on what has changed since a commit. */
async function photographStudio() {
  const project = join(temporary, 'shop')
  cpSync(join(root, 'scenarios/shop'), project, { recursive: true, filter: path => !path.includes('.scenewright') })
  const studio = spawn(process.execPath, [bin, 'studio', '--no-open', '--format', 'json'], { cwd: project })
  const [ready] = await once(studio.stdout.setEncoding('utf8'), 'data')
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' })
  await page.goto(JSON.parse(ready).url)
  await page.getByText('of nodes tested').waitFor()
  for (const { name, prepare } of studioPictures) {
    await prepare(page)
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
  await page.close()
  studio.kill('SIGINT')
  await once(studio, 'exit')
}
