/** Where a customer finds what can be done with an order. */
export function inTheOrder(choice: string) {
  return `In your account, open the order under Orders and choose ${choice}`
}

/** How long customers have to send something back, in the shop's terms of today. */
export const returnPeriod = '30 days'

/** Within what time somebody has looked at a case. */
export const answerTime = 'two working days'
