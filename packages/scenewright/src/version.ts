declare const SCENEWRIGHT_VERSION: string

/** The version of the toolkit; the build writes it in. */
export const version = SCENEWRIGHT_VERSION
