import type { Found } from './found.ts'

/** The passwords in a text that stand right behind the word for one, with a colon between or, as customers do, without. */
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

/** Behind a sign whatever has a digit; else digits alone, or what no word and no name of a device is: mixed. */
function isPassword(text: string, isBehindSign: boolean): boolean {
  const bare = text.replace(/[.!?:)]+$/u, '')
  if (bare.length < 6 || !/\d/.test(bare) || /:\/\/|\p{L}@\p{L}/u.test(bare)) return false
  if (isBehindSign || /^\d+$/.test(bare)) return true
  if (!/\p{L}/u.test(bare)) return false
  return (/\p{Ll}/u.test(bare) && /\p{Lu}/u.test(bare)) || /[!#$%^&*?+=~]/.test(bare)
}
