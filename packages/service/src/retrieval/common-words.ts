/**
 * Words that occur in many questions without being their subject, in the three languages for which retrieval is
 * measured. In other languages only the inverse document frequency reduces the weight of such words.
 */
const lists = [
  `a an the i me my mine we us our you your it its he she they them their this that these those is are was were be been am
  do does did done have has had can could may might must shall should will would not no yes and or but if then than so as
  at by for from in into of off on onto out over to up with without about any some all more most very just also too only
  there here what which who whom whose when where why how please want need get got know tell like i'm im id ive dont cant
  isnt doesnt hasnt wasnt now still anymore`,
  `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о
  из ему теперь когда даже ну ли если уже или ни быть был него до вас вам нибудь опять ваш ваша ваше ваши вашу вашей ваших
  мой моя мое мои мою моей моего нам нас наш это эта эти этот эту тот там тут где кто какой какая какое какие каком какую
  какого чем чтобы для при без под над про можно нужно надо хочу хочется могу может будет есть сколько почему зачем куда
  откуда пожалуйста подскажите скажите здравствуйте мы они их них себя свой свою после`,
  `der die das den dem des ein eine einen einem einer eines und oder aber ich mich mir mein meine meinen meinem meiner wir
  uns unser unsere unserem unseren ihr euch euer eure eurer ihre ihren du sie er es man ist sind war waren sein bin bist
  wird werden wurde hat habe haben hatte kann konnen konnte darf muss mussen soll sollte will wollen mochte nicht kein keine
  keinen ja nein auf in im an am von vom zu zum zur bei beim mit ohne für fur aus nach vor uber über unter um durch als wie
  was wer wen wem wann wo wohin woher warum wieso welche welcher welches welchen wieviel ob wenn dass da dann doch noch schon
  nur auch sehr mehr so hier dort gibt bitte können möchte müssen mal jetzt`,
]

/** Whether a word, in lower case, says almost nothing about the subject of a question. */
export function isCommonWord(word: string): boolean {
  return commonWords.has(word)
}

const commonWords: ReadonlySet<string> = new Set(lists.flatMap(list => list.split(/\s+/)))
