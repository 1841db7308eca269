/**
 * Messages that people send to each other, not to a bot. Their similarity to a bot's texts shows which cosines a model
 * has for unrelated messages, even for a bot with a single scenario.
 */
export const backgroundTexts: readonly string[] = [
  'The cat sleeps on the warm windowsill.',
  'Who won the football match yesterday?',
  'It will probably rain in the mountains tomorrow.',
  'Could you recommend a good book about history?',
  'My brother plays the guitar in a small band.',
  'How many planets are there in the solar system?',
  'Tell me a joke about a penguin.',
  'We painted the old fence green last summer.',
  'Кошка спит на тёплом подоконнике.',
  'Кто вчера выиграл футбольный матч?',
  'Завтра в горах, наверное, будет дождь.',
  'Посоветуй хорошую книгу по истории.',
  'Мой брат играет на гитаре в маленькой группе.',
  'Сколько планет в Солнечной системе?',
  'Расскажи анекдот про пингвина.',
  'Прошлым летом мы покрасили старый забор.',
]
