/** A call that cannot be made, or whose answer cannot be used. The message may be shown to the model. */
export class UnfitCall extends Error {
  override readonly name = 'UnfitCall'
}
