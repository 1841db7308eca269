import { end, reply } from 'scenewright'

/**
 * How a flow ends that may not have helped: when to write to us, what we then need to know, and the end. Its nodes are
 * `contact` and `done`.
 */
export function contactUs({ title, when, tell }: { title: string; when: string; tell: string }) {
  return {
    contact: reply(`${when}, write to us through the contact form ${tell}`, { title, next: 'done' }),
    done: end(),
  }
}
