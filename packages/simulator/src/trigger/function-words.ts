import type { Language } from '@scenewright/model'

/** Words that hold a sentence together and say little of what it is about. Question words are none: they do. */
const functionWords: { readonly [language in Language]?: ReadonlySet<string> } = {
  en: new Set(
    (
      'a an the i im ive id ill me my mine you your yours we us our he she it its they them their this that these those ' +
      'am is are was were be been being do does did doing have has had having will would shall should could may might ' +
      'of to in on at by for from with as and or but if so than then there here not no please just also very'
    ).split(' '),
  ),
  ru: new Set(
    (
      'я мы ты вы он она оно они меня мне мной нас нам тебя тебе вас вам его ему её ее ей их им мой моя моё мое мои ' +
      'ваш ваша ваше ваши это этот эта эти то тот та те свой свою свои и а но или ли же бы не ни да в во на с со к ко ' +
      'о об обо по за из от до у для при над под так уже ещё еще тоже если чтобы что есть быть был была было были ' +
      'пожалуйста'
    ).split(' '),
  ),
}

/**
 * What a function word tells, measured against another word as rare: from 0.6 to 1 the accuracy on CLINC150 and
 * BANKING77 hardly moves, while a small bot mistakes fewer idle messages for its own.
 */
const functionWordShare = 0.7

/** How much of a word's weight counts, by its language: less for a function word. Languages without a list have none. */
export function wordShareIn(language: Language): (word: string) => number {
  const listed = functionWords[language]
  return word => (listed?.has(word) === true ? functionWordShare : 1)
}
