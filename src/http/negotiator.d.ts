/** The part of the library that is used here; its published types lack the second argument of `encodings`. */
declare module 'negotiator' {
  // biome-ignore lint/style/noDefaultExport: it is what the package exports.
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> })
    /** The available encodings that the client accepts, best first; `preferred` decides between equal ones. */
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[]
  }
}
