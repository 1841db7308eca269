/** A provider did not answer. Its message holds neither keys nor what the customer wrote. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
}
