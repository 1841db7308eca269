/** Where the local service listens unless told otherwise: easy to remember, and free on most machines. */
export const defaultPort = 4600

/** Its address then. */
export const defaultUrl = `http://127.0.0.1:${defaultPort}`
