import { content } from '../content.mjs'

/** bpmnlint with its recommended rules, on diagrams with as many nodes and edges as our scenarios. */
export const bpmnlint = {
  name: 'bpmnlint',
  args: ['bpmnlint', '--max-warnings=0', 'documents/*.bpmn'],
  settings: { file: '.bpmnlintrc', text: '{ "extends": "bpmnlint:recommended" }\n' },
  suffix: 'bpmn',
  document: index => bpmn(content(index)),
  spoil: text => text.replaceAll('endEvent', 'task'),
  rule: 'end-event-required',
}

// Short ids, so that the text is not longer than a scenario's.
const node = number => 'abcdefghijkl'[number]
const flow = number => 'ABCDEFGHIJKLMN'[number]

/** One node splits into four that join again: fourteen edges among twelve nodes. */
const flows = [
  [0, 1],
  [1, 2],
  [2, 3],
  [2, 4],
  [2, 5],
  [2, 6],
  [3, 7],
  [4, 7],
  [5, 7],
  [6, 7],
  [7, 8],
  [8, 9],
  [9, 10],
  [10, 11],
]

function bpmn({ replies }) {
  return [
    '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:d="http://www.omg.org/spec/BPMN/20100524/DI">',
    '<process id="p">',
    element(0, 'startEvent', replies[0].subject),
    element(1, 'task', replies[1].subject),
    element(2, 'exclusiveGateway', 'Which?'),
    ...[3, 4, 5, 6].map(number => element(number, 'task', replies[number].subject)),
    element(7, 'exclusiveGateway'),
    ...[8, 9, 10].map(number => element(number, 'task', replies[number].subject)),
    element(11, 'endEvent', 'Done'),
    ...flows.map(sequenceFlow),
    '</process>',
    '<d:BPMNDiagram><d:BPMNPlane>',
    ...replies.map((_, number) => `<d:BPMNShape bpmnElement="${node(number)}"/>`),
    `<d:BPMNShape bpmnElement="${node(11)}"/>`,
    ...flows.map((_, number) => `<d:BPMNEdge bpmnElement="${flow(number)}"/>`),
    '</d:BPMNPlane></d:BPMNDiagram>',
    '</definitions>',
    '',
  ].join('\n')
}

function element(number, type, name) {
  const ends = flows.flatMap(([from, to], index) => [
    ...(to === number ? [`<incoming>${flow(index)}</incoming>`] : []),
    ...(from === number ? [`<outgoing>${flow(index)}</outgoing>`] : []),
  ])
  return `<${type} id="${node(number)}"${name ? ` name="${name}"` : ''}>${ends.join('')}</${type}>`
}

function sequenceFlow([from, to], number) {
  const name = from === 2 ? ` name="${to}"` : ''
  return `<sequenceFlow id="${flow(number)}" sourceRef="${node(from)}" targetRef="${node(to)}"${name}/>`
}
