import type { Found } from './found.ts'

/** The passwords in a text that stand right behind the word for one: a customer puts no colon between. */
export function findPasswords(text: string): readonly Found[] {
  pattern ??= new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${passwordWords})(?:\\s?[:=-]|\\s(?:is|ist|est|es|è|to|это))?\\s{1,3}(?<value>${value})`,
    'giu',
  )
  return Array.from(text.matchAll(pattern)).flatMap(({ 0: whole, index, groups }): Found[] => {
    const password = groups?.value ?? ''
    if (!isMixed(password)) return []
    const end = index + whole.length
    return [{ kind: 'SECRET', start: end - password.length, end }]
  })
}

let pattern: RegExp | undefined

const passwordWords =
  'password|passcode|pwd|pw|passwort|kennwort|mot de passe|contraseña|senha|hasło|parola|parol|пароль|гасло'
const value = '[^\\s"\'`«»“”„<>,;|]{6,64}'

/** A word or the name of a device has no letters of both cases, digits and signs. */
function isMixed(text: string): boolean {
  const bare = text.replace(/[.!?:]+$/u, '')
  if (!/\d/.test(bare) || !/\p{L}/u.test(bare) || /:\/\/|\p{L}@\p{L}/u.test(bare)) return false
  return (/\p{Ll}/u.test(bare) && /\p{Lu}/u.test(bare)) || /[!#$%^&*?+=~]/.test(bare)
}
