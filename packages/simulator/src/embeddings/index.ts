export { backgroundTexts } from './background.ts'
export { dot, normalize } from './dense-index.ts'
export { readEmbeddings } from './read-embeddings.ts'
export { textToEmbed } from './text-to-embed.ts'
