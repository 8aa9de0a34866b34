declare module 'language:*' {
  const texts: {
    readonly admin: Readonly<Record<string, string>>
    readonly messages: Readonly<Record<string, string>>
  }
  // biome-ignore lint/style/noDefaultExport: a JSON module has no other.
  export default texts
}

declare module '*.css' {}
