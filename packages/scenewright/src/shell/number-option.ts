import { OperationError } from '@scenewright/model'

/** Reads the value of an option that takes a whole number within limits; anything else is a usage error. */
export function numberOption(name: string, least: number, most = 999_999_999): (text: string) => number {
  return text => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new OperationError('usage', `${name} takes a whole number from ${least} to ${most}, not "${text}"`)
  }
}
