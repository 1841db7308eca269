// What a team adds for the node types that its config declares.
declare module 'scenewright' {
  interface NodeTypes {
    readonly ASK: { readonly text: string; readonly answers?: readonly string[] }
    readonly PAUSE: { readonly seconds?: number }
  }
}

export {}
