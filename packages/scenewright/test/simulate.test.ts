import { describe, expect, test } from 'vitest'
import { exampleBot, folderWith, scenewright } from './run.ts'

const project = {
  'scenewright.config.yaml': 'bot: { primary_language: en, scenario_clarify_enabled: true }\n',
  'scenarios/cost.scenario.yaml': `title: Delivery cost
trigger_description: The customer asks what delivery costs.
clarification_label: The price of delivery
examples: [what does delivery cost]
exclusions: [how long does it take]
flow:
  nodes:
    price: { text: Four euros., next: free }
    free: { text: From 50 euros it is free., next: done }
    done: END
`,
  'scenarios/ask.scenario.yaml': `title: Order number
trigger_description: The customer wants to know about an order.
examples: [tell me about my order]
flow:
  nodes:
    hello: { text: Gladly., next: number }
    number: { type: ASK, question: Which number?, next: done }
    done: END
`,
}

describe('simulate', () => {
  test('prints decision, replies and walk of each turn', async () => {
    const cwd = await folderWith(project)
    const { code, stdout } = await scenewright(
      ['simulate', 'What does delivery cost?', 'what does delivery cost', '--format', 'json'],
      { cwd },
    )
    expect(JSON.parse(stdout)).toEqual({
      turns: [
        {
          user: 'What does delivery cost?',
          decision: { kind: 'start', scenario: 'cost' },
          replies: ['Four euros.', 'From 50 euros it is free.'],
          walk: ['price', 'free', 'done'],
          outcome: 'ended',
        },
        { user: 'what does delivery cost', decision: { kind: 'none' }, replies: [], walk: [], outcome: 'none' },
      ],
    })
    expect(code).toBe(0)
  })

  test('says that a scenario has already run, and so does not start again', async () => {
    const cwd = await folderWith(project)
    const repeated = await scenewright(['simulate', ...Array(2).fill('what does delivery cost'), 'good day'], { cwd })
    const nothing = 'starts nothing:'
    expect(repeated.stdout.split('\n').filter(line => line.includes(nothing))).toEqual([
      `          ${nothing} cost has already run, and no other scenario has enough confidence`,
      `          ${nothing} no scenario has enough confidence`,
    ])
  })

  test.each([
    ['start: no, nodes: { a: END }', 'the start node does not exist "no"'],
    ['nodes: { a: { text: A, next: no }, b: END }', 'the edge leads to a node that does not exist "no"'],
    ['nodes: { a: { text: A, next: [] }, b: END }', 'no edge leads on'],
  ])('says why the flow { %s } is stuck', async (flow, reason) => {
    const source = project['scenarios/cost.scenario.yaml'].replace(/^flow:[\s\S]*$/m, `flow: { ${flow} }\n`)
    const cwd = await folderWith({ ...project, 'scenarios/cost.scenario.yaml': source })
    const { stdout } = await scenewright(['simulate', 'what does delivery cost'], { cwd })
    expect(stdout).toContain(`(stuck: ${reason})`)
  })

  test('stops at a node that it cannot simulate, and says so', async () => {
    const cwd = await folderWith(project)
    const { stdout } = await scenewright(['simulate', 'tell me about my order', '--format', 'json'], { cwd })
    expect(JSON.parse(stdout).turns[0]).toMatchObject({
      replies: ['Gladly.'],
      walk: ['hello', 'number'],
      outcome: 'unsupported',
    })
  })

  test('answers 2 for a source that does not parse', async () => {
    const cwd = await folderWith({ ...project, 'scenarios/broken.scenario.yaml': 'title: [\n' })
    expect((await scenewright(['simulate', 'hello'], { cwd })).code).toBe(2)
  })
})

describe('a clarification', () => {
  const twins = {
    'scenewright.config.yaml': project['scenewright.config.yaml'],
    'scenarios/one.scenario.yaml': twin('One', 'the first'),
    'scenarios/two.scenario.yaml': twin('Two', 'the second'),
  }

  test.each(['2', 'The SECOND!'])('is answered by the number or the label: %s', async answer => {
    const cwd = await folderWith(twins)
    const { stdout } = await scenewright(['simulate', 'my refund', answer, '--format', 'json'], { cwd })
    const [offered, picked] = JSON.parse(stdout).turns
    expect(offered).toEqual({
      user: 'my refund',
      decision: { kind: 'clarify', candidates: ['one', 'two'] },
      replies: [],
      walk: [],
      outcome: 'clarifying',
    })
    expect(picked).toMatchObject({ replies: ['Two'], outcome: 'ended' })
    expect(picked.decision).toEqual({ kind: 'start', scenario: 'two', picked: true })
  })
})

function twin(text: string, label: string): string {
  const flow = `flow: { nodes: { a: { text: ${text}, next: done }, done: END } }`
  return `title: ${text}\ntrigger_description: refunds\nclarification_label: ${label}\nexamples: [my refund]\n${flow}\n`
}

describe('score', () => {
  test('prints every scenario, best first, and why', async () => {
    const cwd = await folderWith(project)
    const { stdout } = await scenewright(['score', 'what does delivery cost', '--format', 'json'], { cwd })
    const { message, decision, scores } = JSON.parse(stdout)
    expect({ message, decision }).toEqual({
      message: 'what does delivery cost',
      decision: { kind: 'start', scenario: 'cost' },
    })
    expect(scores.map(({ scenario }: { scenario: string }) => scenario)).toEqual(['cost', 'ask'])
    expect(scores[0]).toMatchObject({ confidence: 100, min_confidence: 78 })
    expect(scores[0].reasons.length).toBeGreaterThan(0)
  })

  test('names the exclusion that blocks a scenario', async () => {
    const cwd = await folderWith(project)
    const { stdout } = await scenewright(['score', 'How long does it take?', '--format', 'json'], { cwd })
    const cost = JSON.parse(stdout).scores.find(({ scenario }: { scenario: string }) => scenario === 'cost')
    expect(cost.excluded).toBe('how long does it take')
  })

  test('scores a file of messages: one line of JSON per message, with the best five scenarios', async () => {
    const cwd = exampleBot('shop')
    const messages = await folderWith({ 'messages.txt': 'where is my refund\n\nhow do I pay\r\n' })
    const { stdout } = await scenewright(['score', '--batch', `${messages}/messages.txt`, '--format', 'ndjson'], {
      cwd,
    })
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.map(({ message, scores }) => [message, scores.length])).toEqual([
      ['where is my refund', 5],
      ['how do I pay', 5],
    ])
  })
})

describe('chat', () => {
  test('keeps the dialogue from line to line, until a new one is requested', async () => {
    const cwd = await folderWith(project)
    const input = 'what does delivery cost\nwhat does delivery cost\n/new\nwhat does delivery cost\n'
    const { code, stdout } = await scenewright(['chat', '--format', 'ndjson'], { cwd, input })
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).outcome),
    ).toEqual(['ended', 'none', 'ended'])
    expect(code).toBe(0)
  })
})
