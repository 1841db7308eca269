export { backgroundTexts } from './background.ts'
export { dot, normalize } from './dense-index.ts'
export { readEmbeddings, type TextVectors } from './read-embeddings.ts'
export { textToEmbed } from './text-to-embed.ts'
