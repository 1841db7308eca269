import type { Place } from '@scenewright/model'
import type { ProjectSubject } from '../context.ts'

/** What a customer says in a conversation test. */
export interface TestMessage {
  readonly text: string
  readonly place: Place
}

/** The messages of all conversation tests, in the order of the files. */
export function testMessages({ reports }: ProjectSubject): readonly TestMessage[] {
  return reports.flatMap(({ tests }) => [
    ...(tests?.conversations ?? []).flatMap(({ turns }) => turns.map(({ user, place }) => ({ text: user, place }))),
    ...(tests?.tables ?? []).flatMap(({ messages }) => messages),
  ])
}
