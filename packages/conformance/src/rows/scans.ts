import { valuesAt } from '../contract/path.ts'
import { scanJournal } from '../contract/records.ts'
import { expectRefusal, expectStatus, expectThat, expectValue, numberAt } from '../expect.ts'
import { short } from '../http/reply.ts'
import { type Row, rowId } from '../row.ts'
import { oncePerSubject } from '../subject/once-per-subject.ts'
import { unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { fieldRows, type Sample } from './kinds/field-rows.ts'
import { pagingRows } from './kinds/paging-rows.ts'

/** The journal of a scan, as a whole or for one bot. */
interface Journal {
  readonly operation: string
  /** The number of its first row. */
  readonly first: number
  path(subject: Subject): Promise<string>
}

const types = ['MISSING_IN_STORE_A', 'MISSING_IN_STORE_B', 'SEMANTIC_DUPLICATE']

/** Scans of the knowledge base and their results. */
export const scans: readonly Row[] = [
  ...journalRows({
    operation: 'GET /knowledge-integrity/semantic-duplicates/journal/{scanId}',
    first: 232,
    path: async ({ objects }) => (await objects.scan()).path,
  }),
  ...journalRows({
    operation: 'GET /knowledge-integrity/bots/{botUniqueId}/journal/{scanId}',
    first: 249,
    path: async ({ objects }) => (await objects.scan()).botPath,
  }),
]

function journalRows({ operation, first, path }: Journal): readonly Row[] {
  const sample: Sample = {
    operation,
    status: 200,
    shape: scanJournal,
    at: '',
    read: oncePerSubject(async subject => subject.owner.get(await path(subject))),
  }
  return [
    {
      id: rowId(first),
      operation,
      kind: 'error',
      requirement: 'An unknown scan is 404, and one without the bot shows nothing of it.',
      async check(subject) {
        const known = await path(subject)
        expectStatus(await subject.owner.get(known), 200)
        expectRefusal(await subject.owner.get(known.replace(/[^/]+$/, unknownId)), 404)
        if (operation.includes('{botUniqueId}')) await expectNothingElsewhere(subject, known)
      },
    },
    {
      id: rowId(first + 1),
      operation,
      kind: 'field',
      requirement: '"type" is one of three and shows only the issues of that type; any other value is rejected.',
      async check(subject) {
        const known = await path(subject)
        let sum = 0
        for (const type of types) {
          const reply = await subject.owner.get(`${known}?type=${type}`)
          expectStatus(reply, 200)
          const found = valuesAt(reply.body, 'issues[].type')
          expectThat(
            reply,
            found.every(one => one === type),
            `issues of the type ${type} alone`,
            short(found),
          )
          sum += numberAt(reply, 'meta.total')
        }
        expectValue(await subject.owner.get(known), 'meta.total', sum)
        const page = await subject.owner.get(`${known}?type=SEMANTIC_DUPLICATE`)
        expectThat(page, valuesAt(page.body, 'issues[]').length > 0, 'the duplicate document', short(page.text))
        for (const wrong of ['OTHER', '']) expectRefusal(await subject.owner.get(`${known}?type=${wrong}`), 400)
      },
    },
    ...pagingRows({ operation, skip: first + 2, take: first + 3, path }),
    ...fieldRows([sample], 'The journal', first + 4, [
      ...Object.keys(scanJournal.fields.scan.fields).map(field => `scan.${field}`),
      ...Object.keys(scanJournal.fields.issues.list.fields).map(field => `issues[].${field}`),
      'meta',
    ]),
  ]
}

/** A bot that the scan did not include: its journal has no issue, or there is none. */
async function expectNothingElsewhere({ owner, objects }: Subject, path: string): Promise<void> {
  const reply = await owner.get(path.replace(/bots\/[^/]+/, `bots/${await objects.bot()}`))
  if (reply.status === 404) return expectRefusal(reply, 404)
  expectStatus(reply, 200)
  const issues = valuesAt(reply.body, 'issues[]')
  expectThat(reply, issues.length === 0, 'no issue, or 404', short(issues))
}
