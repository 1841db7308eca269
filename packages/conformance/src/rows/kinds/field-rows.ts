import { shapeAt, valuesAt } from '../../contract/path.ts'
import {
  findFault,
  isObject,
  joined,
  type RecordShape,
  type Shape,
  shapeName,
  unlistedField,
} from '../../contract/shape.ts'
import { expectStatus } from '../../expect.ts'
import { type Reply, short } from '../../http/reply.ts'
import { type Row, rowId } from '../../row.ts'
import type { Subject } from '../../subject/subject.ts'
import { Mismatch } from '../../verdict.ts'

/** A response whose fields the rows check; it is read once. */
export interface Sample {
  readonly operation: string
  readonly status: 200 | 201
  readonly shape: RecordShape
  /** The path of the records in the response: `data[]`. */
  readonly at: string
  read(subject: Subject): Promise<Reply>
}

/** Fields of one row: their paths within a record, and their shapes if their parts have rows of their own. */
interface FieldOfRow {
  readonly paths: readonly string[]
  readonly shape?: Shape
  /** The requirement of the row, if it is more than the type. */
  readonly requirement?: string
  /** Checks further requirements. */
  also?(reply: Reply, subject: Subject): void | Promise<void>
}

/**
 * One row per field, numbered consecutively: the field exists, with its type, in every record of the samples, and its
 * object has no field that the contract does not list, unless the service marks it as its own.
 */
export function fieldRows(
  samples: readonly [Sample, ...Sample[]],
  called: string,
  first: number,
  fields: readonly (string | FieldOfRow)[],
): readonly Row[] {
  const [{ operation }] = samples
  return fields.map((entry, index) => {
    const field: FieldOfRow = typeof entry === 'string' ? { paths: [entry] } : entry
    return {
      id: rowId(first + index),
      operation: samples.length === 1 ? operation : samples.map(sample => sample.operation).join(' and '),
      kind: 'field',
      requirement: field.requirement ?? sentence(called, field, samples[0]),
      async check(subject) {
        for (const sample of samples) {
          const reply = await sample.read(subject)
          expectStatus(reply, sample.status)
          for (const path of field.paths) checkField(reply, sample, { path, ...field }, subject)
          await field.also?.(reply, subject)
        }
      },
    }
  })
}

function sentence(called: string, { paths, shape }: FieldOfRow, { at, shape: root }: Sample): string {
  const [path = ''] = paths
  const type = shape ?? shapeAt(root, joined(at, path)) ?? 'text'
  const names = paths.map(one => `"${one}"`).join(', ')
  return `${called} has ${names}, ${shapeName(type)}.`
}

function checkField(
  reply: Reply,
  sample: Sample,
  { path, shape: own }: FieldOfRow & { readonly path: string },
  { extensions }: Subject,
): void {
  const isMarked = (field: string) => extensions.marks(sample.operation, field)
  const { parent, name } = parted(joined(sample.at, path))
  const objects = valuesAt(reply.body, parent)
  if (objects.length === 0) throw new Mismatch(reply.asked, `something at "${parent}"`, short(reply.text))
  const record = shapeAt(sample.shape, parent)
  for (const object of objects) {
    if (!isObject(object)) throw new Mismatch(reply.asked, `an object at "${parent}"`, short(object))
    const place = joined(parent, name)
    if (!Object.hasOwn(object, name)) throw new Mismatch(reply.asked, `a field "${place}"`, short(object))
    const fault =
      findFault(object[name], own ?? shapeAt(sample.shape, place) ?? 'text', place, isMarked) ??
      (typeof record === 'object' && 'fields' in record ? unlistedField(object, record, parent, isMarked) : undefined)
    if (fault !== undefined) {
      throw new Mismatch(reply.asked, `"${fault.path}" to be ${fault.expected}`, short(fault.value))
    }
  }
}

function parted(path: string): { readonly parent: string; readonly name: string } {
  const end = path.lastIndexOf('.')
  return { parent: path.slice(0, Math.max(end, 0)), name: path.slice(end + 1) }
}
