import type { Found } from './found.ts'

/** What stands in links and is for one person alone: a name with a password, and tokens among the parameters. */
export function findLinkSecrets(text: string): readonly Found[] {
  return Array.from(text.matchAll(shapes)).flatMap(({ 0: whole, index, groups }): Found[] => {
    const secret = groups?.user ?? groups?.token ?? ''
    if (secret === '' || (groups?.token !== undefined && !/\d/.test(secret))) return []
    const start = index + whole.lastIndexOf(secret)
    return [{ kind: 'SECRET', start, end: start + secret.length }]
  })
}

const shapes =
  /[A-Za-z]:\/\/(?<user>[^\s/?#:@]{0,64}:[^\s/?#@]{1,128})(?=@[\p{L}\p{N}])|[?&#](?:access_|auth_|id_|refresh_|reset_|session_?)?(?:token|key|api_?key|sig|signature|password|pwd|secret|auth|sid|session)=(?<token>[^\s&#]{8,1024})/giu
