import type { Found } from './found.ts'

/** The private keys in a text: from the first line of one to its last line, or as much as there is. */
export function findKeyBlocks(text: string): readonly Found[] {
  return Array.from(text.matchAll(block), ({ 0: whole, index }) => ({
    kind: 'SECRET',
    start: index,
    end: index + whole.length,
  }))
}

const block =
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,20000}-----END [A-Z0-9 ]{1,64}-----|(?:\s{1,4}[A-Za-z0-9+/=]{20,128}){0,400})/g

/** Finds credentials in links: a name with a password, and tokens in parameters. */
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

/** Finds passwords right after a word for password, with or without a colon. */
export function findPasswords(text: string): readonly Found[] {
  pattern ??= new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${passwordWords})(?:(?<sign>\\s?[:=]\\s{0,3}|\\s-\\s{1,3})|${link})(?<value>${value})`,
    'giu',
  )
  return Array.from(text.matchAll(pattern)).flatMap(({ 0: whole, index, groups }): Found[] => {
    const password = groups?.value ?? ''
    if (!isPassword(password, groups?.sign !== undefined)) return []
    const end = index + whole.length
    return [{ kind: 'SECRET', start: end - password.length, end }]
  })
}

let pattern: RegExp | undefined

const passwordWords =
  'password|passcode|pwd|pw|passwort|kennwort|mot de passe|contraseña|senha|hasło|parola|parol|пароль|гасло'
const link = '(?:\\s(?:is|ist|est|es|è|to|это))?\\s{1,3}'
const value = '[^\\s"\'`«»“”„<>,;|]{6,64}'

/**
 * After a separator, anything with a digit; otherwise only digits, or a mix that is neither a word nor the name of a
 * device.
 */
function isPassword(text: string, isBehindSign: boolean): boolean {
  const bare = text.replace(/[.!?:)]+$/u, '')
  if (bare.length < 6 || !/\d/.test(bare) || /:\/\/|\p{L}@\p{L}/u.test(bare)) return false
  if (isBehindSign || /^\d+$/.test(bare)) return true
  if (!/\p{L}/u.test(bare)) return false
  return (/\p{Ll}/u.test(bare) && /\p{Lu}/u.test(bare)) || /[!#$%^&*?+=~]/.test(bare)
}
