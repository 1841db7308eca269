import { fold } from '@scenewright/simulator'

/** The most words that are read of a message. */
const mostWords = 2000

/** The words of a message as small talk is compared by: without accents, case and punctuation, `hiiii` as `hi`. */
export function messageWords(text: string): readonly string[] {
  const folded = fold(text.slice(0, 32_768).replace(elisions, '$1 ').replace(apostrophes, '').replace(hyphens, ' '))
  const plain = folded
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{L})\1{2,}/gu, '$1')
  return plain.split(' ', mostWords).filter(word => word !== '')
}

/** `l'aiuto` is two words, and `that's` is one. */
const elisions = /(?<!\p{L})(\p{L}|qu|dell|all|un)['\u2019\u02bc\u2018`](?=\p{L})/giu
const apostrophes = /['\u2019\u02bc\u2018`]/g
const hyphens = /[-\u2010-\u2015]/g
