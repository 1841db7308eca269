import { content } from '../content.mjs'

/** Spectral, on OpenAPI documents with its own ruleset for OpenAPI. */
export const spectral = {
  name: 'spectral',
  args: ['spectral', 'lint', '--fail-severity', 'warn', 'documents/*.yaml'],
  settings: { file: '.spectral.yaml', text: 'extends: spectral:oas\n' },
  suffix: 'yaml',
  document: index => openApi(content(index)),
  spoil: text => text.replace('operationId: read_0', 'operationId: read_1'),
  rule: 'operation-operationId-unique',
}

function openApi({ title, description, examples, replies }) {
  return [
    'openapi: 3.0.3',
    'info:',
    `  title: ${title}`,
    `  description: ${description}`,
    '  version: 1.0.0',
    '  contact: { url: https://example.com }',
    'servers:',
    '  - url: https://bots.example.com',
    'tags:',
    '  - name: steps',
    '    description: What is said on the way.',
    'paths:',
    ...replies.slice(0, 4).flatMap(path),
    'components:',
    '  schemas:',
    '    Step:',
    '      type: object',
    `      description: ${replies[4].text}`,
    '      required: [title]',
    '      properties:',
    '        title: { type: string }',
    `        text: { type: string, description: ${examples[0]} }`,
    '',
  ].join('\n')
}

function path({ title, text, subject, part }, step) {
  return [
    `  /${subject}/{${part}}/step-${step}:`,
    '    get:',
    '      tags: [steps]',
    `      operationId: read_${step}`,
    `      summary: ${title}`,
    `      description: ${text}`,
    '      parameters:',
    `        - { name: ${part}, in: path, required: true, schema: { type: string } }`,
    '      responses:',
    "        '200':",
    `          description: The step about the ${subject}.`,
    '          content:',
    '            application/json:',
    "              schema: { $ref: '#/components/schemas/Step' }",
  ]
}
