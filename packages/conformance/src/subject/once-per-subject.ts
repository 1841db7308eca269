import type { Subject } from './subject.ts'

/** Reads something once for each service, for all rows. */
export function oncePerSubject<Value>(
  read: (subject: Subject) => Promise<Value>,
): (subject: Subject) => Promise<Value> {
  const found = new WeakMap<Subject, Promise<Value>>()
  return subject => {
    const value = found.get(subject) ?? read(subject)
    found.set(subject, value)
    return value
  }
}
