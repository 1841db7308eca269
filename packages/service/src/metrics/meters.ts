/** What the service tells of its work as it goes. Nothing of a customer's is among it. */
export interface Meters {
  /** `route` is the operation's address with its parameters unfilled, so that there are few. */
  requestAnswered(
    request: { readonly method: string; readonly route: string; readonly status: number },
    ms: number,
  ): void
  completionAccepted(): void
  completionSettled(status: 'SUCCESS' | 'OPERATOR' | 'ERROR'): void
  deliveryAttempted(outcome: 'delivered' | 'again' | 'failed'): void
  functionCalled(outcome: 'answered' | 'failed', ms: number): void
  /** `provider` is one of the four ids that bots name. */
  providerCalled(provider: string, outcome: 'answered' | 'failed', ms: number): void
  statementCarriedOut(ms: number): void
}

const ignore = (): void => {}

/** Where nobody asks for metrics. */
export const noMeters: Meters = {
  requestAnswered: ignore,
  completionAccepted: ignore,
  completionSettled: ignore,
  deliveryAttempted: ignore,
  functionCalled: ignore,
  providerCalled: ignore,
  statementCarriedOut: ignore,
}
