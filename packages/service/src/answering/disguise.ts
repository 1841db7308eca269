/** Keeps personal data from leaving: what goes out is hidden, what comes back is shown again. */
export interface Disguise {
  /** What a model has to know of it; goes out as it stands. */
  readonly note: string
  hide(text: string): Promise<string>
  show(text: string): string
}

/** Leaves everything as it is. */
export const noDisguise: Disguise = { note: '', hide: async text => text, show: text => text }

/** What a model is told of the placeholders of an anonymiser. */
export const placeholderNote =
  'What stands in brackets, such as [PHONE_1], stands for what you may not see: write it as it stands.'
