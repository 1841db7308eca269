declare const SCENEWRIGHT_VERSION: string
declare const SCENEWRIGHT_BUILD: string

/** The version of the toolkit; the build writes it in. */
export const version = SCENEWRIGHT_VERSION

/** Tells builds apart, also those of one version: a hash of all that this one was made of. */
export const build = SCENEWRIGHT_BUILD
