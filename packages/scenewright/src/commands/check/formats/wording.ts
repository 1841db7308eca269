import type { Finding } from '@scenewright/model'
import { visible } from '@scenewright/model/text'

/** The message and the help of a finding, on one line. */
export function onOneLine({ message, help }: Pick<Finding, 'message' | 'help'>): string {
  return visible(help === undefined ? message : `${message}. ${help}`).replace(/\s+/g, ' ')
}

/** `scenarios/refund.scenario.yaml:3:1`, relative to the root of the repository. */
export function placeOf({ file, range }: Pick<Finding, 'file' | 'range'>, folder: string): string {
  return `${visible(folder + file)}:${range.start.line}:${range.start.column}`.replaceAll('\n', '\\n')
}
