import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { folderWith, scenewright } from '../run.ts'
import { graphProject, shownCalls } from './project.ts'

const twin = (title: string, examples: string) =>
  `title: ${title}\ntrigger_description: The customer asks about a parcel.\nexamples: [${examples}]\nflow: { nodes: { done: END } }\n`

/** Beside the page's own, two scenarios with nearly the same examples, one with a test. */
const files = {
  ...graphProject,
  'scenarios/parcel/late.scenario.yaml': twin(
    'Late parcel',
    'where is my parcel, where is my late parcel, parcel where',
  ),
  'scenarios/parcel/lost.scenario.yaml': twin(
    'Lost parcel',
    'where is my parcel now, where is the parcel, parcel is where',
  ),
  'scenarios/refund.test.yaml': 'triggers: [{ starts: refund, messages: [Where is my refund?] }]\n',
}

describe('graph', () => {
  test.each(shownCalls)('prints the output in docs/graph.md: %s', async (call, shown) => {
    const cwd = await folderWith(graphProject)
    expect(await scenewright(call.split(' '), { cwd })).toEqual({ code: 0, stdout: shown, stderr: '' })
  })

  test('writes a picture to a file, with what tests cover', async () => {
    const cwd = await folderWith(files)
    const args = ['graph', 'refund', '--coverage', '--format', 'svg', '--out', 'out/refund.svg']
    expect(await scenewright(args, { cwd })).toMatchObject({ code: 0, stdout: '' })
    const svg = readFileSync(join(cwd, 'out/refund.svg'), 'utf8')
    expect(XMLValidator.validate(svg)).toBe(true)
    const looks = [...svg.matchAll(/<g class="node ([^"]+)">/g)].map(([, look]) => look)
    expect(looks).toEqual(['reply covered start', 'other beyond', 'reply covered', 'end covered'])
    const { stdout } = await scenewright(['graph', 'parcel/late', '--coverage'], { cwd })
    expect(stdout).toContain('n_done(["done<br/>END"]):::uncovered')
  })

  test('joins similar scenarios, and counts the others', async () => {
    const cwd = await folderWith(files)
    const { code, stdout, stderr } = await scenewright(['graph', '--format', 'dot', '--coverage'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}"parcel\/late" -- "parcel\/lost" \[label="\d+ (?:started|asked)/m)
    expect(stdout).not.toContain('"refund"')
    expect(stderr).toContain('1 scenario is similar to no other')
    const few = await scenewright(['graph', '--format', 'dot', '--least', '1000'], { cwd })
    expect(few).toMatchObject({ code: 0, stderr: '3 scenarios are similar to no other, and not drawn\n' })
  })

  test('draws a flow with findings', async () => {
    const broken = graphProject['scenarios/refund.scenario.yaml'].replace('{ to: contact }', '{ to: contcat }')
    const cwd = await folderWith({ ...graphProject, 'scenarios/refund.scenario.yaml': broken })
    const { code, stdout } = await scenewright(['graph', 'refund'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('n_contcat["contcat<br/>there is no such node"]:::missing')
  })

  test.each([
    [['graph', 'refnud'], 'did you mean "refund"?'],
    [['graph', 'refund', '--least', '2'], 'omit the key'],
  ])('rejects %j', async (args, help) => {
    const { code, stderr } = await scenewright(args, { cwd: await folderWith(graphProject) })
    expect(code).toBe(2)
    expect(stderr).toContain(help)
  })

  test('reports that no test can start inactive scenarios', async () => {
    const off = `${graphProject['scenarios/refund.scenario.yaml']}is_active: false\n`
    const cwd = await folderWith({
      ...files,
      'scenarios/refund.scenario.yaml': off,
      'scenarios/refund.test.yaml': 'triggers: [{ starts: none, messages: [weather] }]\n',
    })
    const { code, stdout, stderr } = await scenewright(['graph', 'refund', '--coverage'], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '"refund" is inactive, so no test can start it\n' })
    expect(stdout).not.toContain('covered')
  })
})
