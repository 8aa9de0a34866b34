declare module '@adobe/structured-data-validator' {
  /** What is wrong with a document, and where. */
  export type Issue = {
    readonly issueMessage: string
    readonly severity: 'ERROR' | 'WARNING'
    readonly path: readonly { readonly type?: string; readonly property?: string; readonly index?: number }[]
  }

  // biome-ignore lint/style/noDefaultExport: the package has no other.
  export default class Validator {
    /** @param vocabulary schema.org as JSON-LD */
    constructor(vocabulary: object)
    /** Checks documents, by their type. */
    validate(documents: { readonly jsonld: Readonly<Record<string, readonly object[]>> }): Promise<readonly Issue[]>
  }
}
