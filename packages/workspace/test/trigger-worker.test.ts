import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { createSourceCheck, rules, type SourceReport } from '@scenewright/checker'
import {
  createEvaluator,
  exampleConfidences,
  findTriggerFindings,
  finish,
  planEvaluations,
} from '@scenewright/checker/evaluations'
import { compileText } from '@scenewright/compiler'
import type { ProjectConfig } from '@scenewright/model/config'
import { expect, onTestFinished, test } from 'vitest'
import {
  answerUpdates,
  type ConfidenceAnswer,
  type ConfidenceQuestion,
  type KnownState,
  type ProjectAnswer,
  type ProjectUpdate,
} from '../src/live/trigger-worker.ts'

const config: ProjectConfig = { bot: { primary_language: 'en' } }
const check = createSourceCheck(config)
const subjects = ['refund', 'parcel', 'invoice', 'password', 'card', 'address', 'order', 'voucher']

const goods = [
  'lamp',
  'chair',
  'table',
  'shelf',
  'mirror',
  'carpet',
  'sofa',
  'bench',
  'stool',
  'desk',
  'couch',
  'rug',
  'clock',
]

/** The report on a scenario about a subject, with one more example. */
async function reportOn(subject: string, example: string): Promise<SourceReport> {
  const text = `title: ${subject}
trigger_description: The customer asks about the ${subject}.
examples: [where is my ${subject}, "I lost the ${subject}", change the ${subject} please, ${example}]
exclusions: [nothing about ${subject}]
flow: { nodes: { hello: { text: Hello, next: done }, done: END } }
`
  return check(await compileText({ file: `${subject}.scenario.yaml`, key: subject, text }))
}

/** Answers updates of a project; each contains the reports that have changed. */
function openWorker() {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  answerUpdates({ live: { root: '/none', config } }, port2)
  const current = new Map<string, SourceReport>()
  let generation = 0
  const receive = async <Answer>(): Promise<Answer> => {
    const [answer]: Answer[] = await once(port1, 'message')
    if (answer === undefined) throw new Error('the worker has closed its port')
    return answer
  }
  const next = (): Promise<ProjectAnswer> => receive()
  const send = (reports: readonly SourceReport[], changed: readonly string[] | undefined): void => {
    for (const report of reports) current.set(report.file, report)
    generation += 1
    const update: ProjectUpdate = { generation, files: [...current.keys()], reports, ...(changed && { changed }) }
    port1.postMessage(update)
  }
  return {
    send: (...reports: readonly SourceReport[]) => {
      send(reports, generation === 0 ? undefined : reports.map(({ file }) => file))
    },
    /** The same, where an earlier run knew the findings of all but the changed ones. */
    sendChanged: send,
    /** Tells that an earlier run knew the findings of these reports. */
    sendKnown: (...reports: readonly SourceReport[]) => {
      for (const report of reports) current.set(report.file, report)
      port1.postMessage({ isKnown: true, files: [...current.keys()], reports } satisfies KnownState)
    },
    /** The confidences of a scenario's examples. */
    async confidences(key: string) {
      port1.postMessage({ question: 1, key, files: [...current.keys()], reports: [] } satisfies ConfidenceQuestion)
      return (await receive<ConfidenceAnswer>()).confidences
    },
    /** The answer to the last update. */
    async last(): Promise<ProjectAnswer> {
      for (;;) {
        const answer = await next()
        if (answer.generation === generation && answer.files === undefined) return answer
      }
    },
    next,
    /** The findings of a check of the present sources. */
    afresh: () => findTriggerFindings({ reports: [...current.values()], config, rules }),
  }
}

test('after each edit, the answer has the findings of a new check', async () => {
  const worker = openWorker()
  worker.send(...(await Promise.all(subjects.map(subject => reportOn(subject, `the ${subject} again`)))))
  expect((await worker.last()).findings).toEqual(worker.afresh())
  const edits = [
    ['card', 'where is my parcel now'],
    ['card', 'where is my parcel'],
    ['order', 'nothing about orders'],
    ['card', 'the card again'],
    ['brand-new', 'where is my parcel'],
  ] as const
  const counts: number[] = []
  for (const [subject, example] of edits) {
    worker.send(await reportOn(subject, example))
    const { findings } = await worker.last()
    expect(JSON.stringify(findings)).toBe(JSON.stringify(worker.afresh()))
    counts.push(findings.length)
  }
  expect(new Set(counts).size).toBeGreaterThan(1)
})

test('the edit that prepares for the first change leaves nothing behind', async () => {
  const worker = openWorker()
  const reports = await Promise.all(subjects.map(subject => reportOn(subject, `the ${subject} again`)))
  worker.sendKnown(...reports)
  const project = { reports, config, rules }
  const task = planEvaluations(project)?.task
  const evaluations = task && finish(createEvaluator().evaluate(task))
  for (const subject of subjects) {
    const expected = evaluations && exampleConfidences(project, evaluations, subject)
    expect(await worker.confidences(subject)).toEqual(expected)
  }
  worker.send(await reportOn('card', 'where is my parcel'))
  expect((await worker.last()).findings).toEqual(worker.afresh())
})

test('a newer state is answered, whatever is evaluated when it arrives', async () => {
  const worker = openWorker()
  for (const example of ['one', 'two', 'where is my refund']) {
    worker.send(...(await Promise.all(subjects.map(subject => reportOn(subject, `${example} of the ${subject}`)))))
    // The worker may have begun by now.
    await new Promise<void>(resolve => setImmediate(resolve))
  }
  expect((await worker.last()).findings).toEqual(worker.afresh())
  worker.send(await reportOn('refund', 'where is my parcel'))
  expect((await worker.last()).findings).toEqual(worker.afresh())
})

test('where an edit affects many messages, those of its scenario are answered first', async () => {
  const worker = openWorker()
  const many = subjects.flatMap(subject => goods.map(good => `${subject} of the ${good}`))
  const reports = await Promise.all(many.map(subject => reportOn(subject, `the ${subject} again`)))
  worker.send(...reports)
  expect(await worker.next()).toMatchObject({ generation: 1, findings: worker.afresh() })
  worker.send(await reportOn('card of the lamp', 'where is my parcel of the lamp'))
  const first = await worker.next()
  const last = await worker.next()
  expect(last).toEqual({ generation: 2, findings: worker.afresh() })
  expect(first).toMatchObject({ generation: 2, files: expect.arrayContaining(['card of the lamp.scenario.yaml']) })
  expect(first.files?.length).toBeLessThan(many.length / 4)
  const about = ({ findings }: ProjectAnswer) => findings.filter(({ file }) => first.files?.includes(file))
  expect(about(first)).toEqual(about(last))
  expect(about(first).map(({ file }) => file)).toContain('card of the lamp.scenario.yaml')
})

test('a worker that starts with a change of a known state answers it first', async () => {
  const worker = openWorker()
  const many = subjects.flatMap(subject => goods.map(good => `${subject} of the ${good}`))
  const reports = await Promise.all(many.map(subject => reportOn(subject, `the ${subject} again`)))
  const changed = await reportOn('card of the lamp', 'where is my parcel of the lamp')
  worker.sendChanged([...reports, changed], [changed.file])
  expect(await worker.next()).toMatchObject({ files: expect.arrayContaining([changed.file]) })
  expect(await worker.next()).toEqual({ generation: 1, findings: worker.afresh() })
})
