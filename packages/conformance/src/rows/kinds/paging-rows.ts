import { valuesAt } from '../../contract/path.ts'
import { pageOf } from '../../contract/records.ts'
import { expectRefusal, expectShape, expectStatus, expectThat, expectValue } from '../../expect.ts'
import { short } from '../../http/reply.ts'
import { withoutNames } from '../../openapi/read-operations.ts'
import { type Row, rowId } from '../../row.ts'
import type { Subject } from '../../subject/subject.ts'

/** A list, and the numbers of the rows about its pages. */
export interface PagedList {
  readonly operation: string
  readonly skip: number
  readonly take: number
  /** Whether the contract states the defaults, 0 and 10. */
  readonly hasDefaults?: true
  /** The address of the list, with required parameters besides paging. */
  path(subject: Subject): Promise<string>
}

/** The default if a service does not document its maximum page size. */
const usualMost = 100

/** The two rows about the values of `skip` and `take`. */
export function pagingRows(list: PagedList): readonly Row[] {
  return [pagingRow(list, skipField), pagingRow(list, takeField)]
}

interface PagingField {
  readonly name: 'skip' | 'take'
  readonly requirement: string
  readonly stated: number
  /** For a service with this maximum page size. */
  good(maxTake: number): readonly number[]
  bad(maxTake: number): readonly string[]
}

const skipField: PagingField = {
  name: 'skip',
  requirement:
    'is an integer from 0; a negative number, a text, two values and a number above 2,147,483,647 are rejected',
  stated: 0,
  good: () => [0, 1],
  bad: () => ['-1', 'x', '1.5', '1&skip=2', '2147483648'],
}

const takeField: PagingField = {
  name: 'take',
  requirement:
    'is an integer from 1 to a maximum; 0, a negative number, a text, two values and a number above the maximum are rejected',
  stated: 10,
  good: maxTake => [1, maxTake],
  bad: maxTake => ['0', '-1', 'x', '1.5', '1&take=2', String(maxTake + 1)],
}

function pagingRow(list: PagedList, { name, requirement, stated, good, bad }: PagingField): Row {
  const default_ = list.hasDefaults ? `, ${stated} where it is not given` : ''
  return {
    id: rowId(list[name]),
    operation: list.operation,
    kind: 'limit',
    requirement: `"${name}" ${requirement}${default_}.`,
    async check(subject) {
      const maxTake = maxTaken(subject, list.operation)
      const ask = await asking(list, subject)
      for (const value of good(maxTake)) {
        const reply = await ask(`${name}=${value}`)
        expectStatus(reply, 200)
        expectValue(reply, `meta.${name}`, value)
      }
      if (list.hasDefaults) expectValue(await ask(''), `meta.${name}`, stated)
      for (const value of bad(maxTake)) expectRefusal(await ask(`${name}=${value}`), 400)
    },
  }
}

/** A list with a known number of entries. */
export interface KnownList {
  readonly id: number
  readonly operation: string
  make(subject: Subject): Promise<{ readonly path: string; readonly total: number }>
}

/** The row about the envelope of a list: the fields around the records, for every page. */
export function envelopeRow({ id, operation, make }: KnownList): Row {
  return {
    id: rowId(id),
    operation,
    kind: 'field',
    requirement:
      'The list consists of "data" and "meta"; "total" counts all matches of the filter, and a page after the end is empty.',
    async check(subject) {
      const { path, total } = await make(subject)
      const ask = await asking({ path: async () => path }, subject)
      for (const [skip, length] of [
        [0, Math.min(total, 1)],
        [total + 5, 0],
      ]) {
        const reply = await ask(`skip=${skip}&take=1`)
        expectShape(reply, 200, pageOf('object'), field => subject.extensions.marks(operation, field))
        expectValue(reply, 'meta', { total, skip, take: 1 })
        const data = valuesAt(reply.body, 'data[]')
        expectThat(reply, data.length === length, `a page of ${length}`, `${data.length}: ${short(data)}`)
      }
    },
  }
}

/** The maximum page size, according to the service's documentation. */
function maxTaken({ operations }: Subject, operation: string): number {
  const documented = operations.find(
    ({ method, path }) => `${method} ${withoutNames(path)}` === withoutNames(operation),
  )
  const take = documented?.parameters.find(({ name }) => name === 'take')
  return typeof take?.schema.maximum === 'number' ? take.schema.maximum : usualMost
}

async function asking(list: Pick<PagedList, 'path'>, subject: Subject) {
  const path = await list.path(subject)
  return (query: string) => subject.owner.get(query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`)
}
