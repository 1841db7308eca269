import { readFileSync } from 'node:fs'

const page = readFileSync(new URL('../../../../docs/graph.md', import.meta.url), 'utf8')

/** The calls that the page shows, and what each prints. */
export const shownCalls = [...page.matchAll(/^```console\n\$ scenewright ([^\n]+)\n([\s\S]*?)^```$/gm)].map(
  ([, call = '', output = '']) => [call, output] as const,
)

/** The project of the page. */
export const graphProject = {
  'scenewright.config.yaml': [
    'bot: { primary_language: en }',
    'extensions:',
    '  nodes: { ASK: { waits: true, fields: { properties: { question: { type: string } } } } }',
    '  conditions: { KEYWORD: { fields: { properties: { words: { type: array } } } } }',
    '',
  ].join('\n'),
  'scenarios/refund.scenario.yaml': /^```yaml refund\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '',
}
